import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ToolView } from "../../../src/contract/tool-view.ts";
import { Icon } from "../shell/icon.tsx";
import type { Route } from "../shell/route.ts";
import { useStore } from "../store/page-store.ts";
import { ServerCard } from "./server-card.tsx";

/** Every server, live, with a way to find a tool. */
export function Board({ route }: { readonly route: Route }): JSX.Element {
  const { servers } = useStore();
  const [search, setSearch] = useState("");
  const all = servers.servers.value;
  const sandbox = servers.page.value?.sandbox;
  const connected = all.filter(({ state }) => state === "connected").length;
  const shownTool = route.view === "tool" ? servers.tool(route.name) : undefined;
  const openServer = route.view === "server" ? route.serverId : shownTool?.serverId;
  const current = route.view === "server" ? route.serverId : route.view === "tool" ? route.name : undefined;

  const listed = (serverId: string): readonly ToolView[] => {
    const tools = servers.tools.value.get(serverId)?.tools ?? [];
    if (search.trim() !== "") return tools.filter((tool) => matches(tool, search));
    return serverId === openServer ? tools : [];
  };
  const cards = all.map((server) => ({ server, tools: listed(server.serverId) }));
  const found = search.trim() === "" ? cards : cards.filter(({ tools }) => tools.length > 0);

  return (
    <>
      <header class="side-head board-head">
        <h2>Servers</h2>
        <span class="muted" role="status">
          {servers.page.value !== undefined && `${connected} of ${all.length} connected`}
        </span>
        <a class="button small" href="#/add-servers">
          <Icon name="plus" size={16} /> Add
        </a>
      </header>
      {sandbox !== undefined && (
        <p class="board-place muted">
          Programs run in {sandbox.id}, isolation: {sandbox.isolation}.
        </p>
      )}
      <input
        class="input"
        type="search"
        placeholder="Find a tool"
        aria-label="Find a tool"
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      {servers.page.value === undefined && <p class="empty">Asking the app …</p>}
      {servers.page.value !== undefined && all.length === 0 && <p class="empty">There are no servers.</p>}
      {all.length > 0 && found.length === 0 && <p class="empty">No tool is called so.</p>}
      <ul class="cards">
        {found.map(({ server, tools }) => (
          <ServerCard key={server.serverId} server={server} tools={tools} current={current} />
        ))}
      </ul>
    </>
  );
}

function matches({ name, title = "", description = "" }: ToolView, search: string): boolean {
  const text = `${name} ${title} ${description}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
