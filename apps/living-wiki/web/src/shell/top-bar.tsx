import type { JSX } from "preact";
import { useStore } from "../store/page-store.ts";
import { AreaLinks } from "./area-links.tsx";
import { Icon } from "./icon.tsx";
import type { Route } from "./route.ts";
import { ThemeSwitch } from "./theme-switch.tsx";

/** Name, areas, search, sandbox, theme, and the way to the agent. */
export function TopBar({ route }: { readonly route: Route }): JSX.Element {
  const { servers, panels } = useStore();
  const sandbox = servers.page.value?.sandbox;
  return (
    <header class="top-bar">
      <a class="brand" href="#/">
        <img src="/icon.svg" alt="" width="28" height="28" />
        <span>Living Wiki</span>
      </a>
      <nav class="areas" aria-label="Areas">
        <AreaLinks route={route} />
      </nav>
      <button
        type="button"
        class="search-button"
        aria-label="Search the wiki"
        aria-keyshortcuts="/ Control+K"
        onClick={() => panels.showSearch(true)}
      >
        <Icon name="search" />
        <span>Search the wiki</span>
        <kbd>/</kbd>
      </button>
      {sandbox !== undefined && (
        <p class="sandbox" title="Servers over stdio are programs; this is what they run in.">
          <Icon name="shield" size={16} />
          <strong>{sandbox.id}</strong>
          <span class={sandbox.isolation === "none" ? "chip chip-warning" : "chip chip-good"}>
            isolation: {sandbox.isolation}
          </span>
        </p>
      )}
      <ThemeSwitch />
      <ChatSwitch />
    </header>
  );
}

function ChatSwitch(): JSX.Element {
  const { panels, approvals } = useStore();
  const shown = panels.chat.value;
  const waiting = approvals.waiting.value.length;
  return (
    <button
      type="button"
      class="button chat-switch"
      aria-expanded={shown}
      onClick={() => panels.showChat(!shown)}
    >
      <Icon name="chat" />
      <span>Agent</span>
      {waiting > 0 && !shown && <span class="badge">{waiting}</span>}
    </button>
  );
}
