import type { JSX } from "preact";
import type { ToolView } from "../../../src/contract/tool-view.ts";
import { ToolForm } from "../form/tool-form.tsx";
import { ErrorNote } from "../result/error-note.tsx";
import { RunCard } from "../run/run-card.tsx";
import { ServerActions } from "../server/server-actions.tsx";
import { StateBadge } from "../server/state-badge.tsx";
import { NothingHere } from "../shell/nothing-here.tsx";
import { serverHref } from "../shell/route.ts";
import { useStore } from "../store/page-store.ts";
import { ToolHints } from "./tool-hints.tsx";

/** One tool: its form, and what its calls brought. */
export function ToolPage({ name }: { readonly name: string }): JSX.Element {
  const { servers, runs } = useStore();
  const tool = servers.tool(name);
  if (tool === undefined) return <NoTool name={name} />;
  const own = runs.runs.value.filter((run) => run.tool.name === name);
  return (
    <>
      <ToolHead tool={tool} />
      <section class="panel" aria-label="Arguments">
        <ToolForm key={name} tool={tool} run={(args) => runs.start(tool, args)} />
      </section>
      <section class="runs" aria-label="Runs">
        {own.length === 0 ? (
          <p class="empty">What the tool answers is shown here.</p>
        ) : (
          own.map((run) => <RunCard key={run.id} run={run} />)
        )}
      </section>
    </>
  );
}

function ToolHead({ tool }: { readonly tool: ToolView }): JSX.Element {
  const { servers } = useStore();
  const server = servers.server(tool.serverId);
  return (
    <>
      <header class="page-head">
        <div>
          <p class="trail">
            <a href={serverHref(tool.serverId)}>{tool.serverId}</a>
            {server !== undefined && <StateBadge state={server.state} />}
          </p>
          <h1>{tool.serverToolName}</h1>
          {tool.title !== undefined && tool.title !== tool.serverToolName && (
            <p class="muted">{tool.title}</p>
          )}
        </div>
        {server !== undefined && <ServerActions server={server} />}
      </header>
      {server?.lastError !== undefined && <ErrorNote error={server.lastError} />}
      <p class="tool-about">{tool.description ?? "The server says nothing about this tool."}</p>
      <p class="chips">
        <ToolHints tool={tool} />
      </p>
    </>
  );
}

/** The tool's server may still be on its way. */
function NoTool({ name }: { readonly name: string }): JSX.Element {
  const { servers } = useStore();
  const waiting = servers.servers.value.some(
    ({ state }) => state === "connecting" || state === "reconnecting",
  );
  const text =
    waiting || servers.page.value === undefined
      ? "Waiting for its server …"
      : "No server offers a tool of this name.";
  return <NothingHere title={name} text={text} />;
}
