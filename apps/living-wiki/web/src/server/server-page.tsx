import type { JSX } from "preact";
import { ErrorNote } from "../result/error-note.tsx";
import { LongText } from "../result/long-text.tsx";
import { MoveServer } from "../sandbox/move-server.tsx";
import { NothingHere } from "../shell/nothing-here.tsx";
import { useStore } from "../store/page-store.ts";
import { ActivityList } from "./activity-list.tsx";
import { QuarantineList } from "./quarantine-list.tsx";
import { ServerActions } from "./server-actions.tsx";
import { ServerFacts } from "./server-facts.tsx";
import { ToolList } from "./tool-list.tsx";

/** One server with all that is known of it. */
export function ServerPage({ serverId }: { readonly serverId: string }): JSX.Element {
  const { servers } = useStore();
  const server = servers.server(serverId);
  if (server === undefined) {
    const text = servers.page.value === undefined ? "Asking the app …" : "There is no server of this name.";
    return <NothingHere title={serverId} text={text} />;
  }
  const tools = servers.tools.value.get(serverId)?.tools ?? [];
  const activity = servers.activity.value.filter((entry) => entry.serverId === serverId);
  return (
    <>
      <header class="page-head">
        <div>
          <h1>{serverId}</h1>
          <p class="muted">{server.about}</p>
        </div>
        <ServerActions server={server} />
      </header>
      {server.waitsFor === "host-consent" && (
        <p class="note" role="status">
          It starts when you allow programs to run on the host: see the question at the top.
        </p>
      )}
      {server.installing === true && (
        <p class="note installing" role="status">
          <span class="pulse" /> It is being installed inside its sandbox. The first time takes a while …
        </p>
      )}
      {server.lastError !== undefined && <ErrorNote error={server.lastError} />}
      <section class="panel">
        <ServerFacts server={server} />
      </section>
      <MoveServer server={server} />
      {server.quarantined.length > 0 && <QuarantineList tools={server.quarantined} />}
      <section class="panel">
        <h2>Tools</h2>
        {tools.length === 0 ? <p class="muted">{noTools(server.state)}</p> : <ToolList tools={tools} />}
      </section>
      <section class="panel">
        <h2>What happened</h2>
        <ActivityList activity={activity} />
      </section>
      {server.info?.instructions !== undefined && (
        <details class="panel">
          <summary>Its instructions to a model</summary>
          <LongText class="text" text={server.info.instructions} />
        </details>
      )}
    </>
  );
}

function noTools(state: string): string {
  if (state === "connected") return "This server offers no tools.";
  return state === "disconnected" || state === "closed" ? "It is not connected." : "Waiting for its list …";
}
