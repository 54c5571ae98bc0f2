import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ServerView } from "../../../src/contract/server-view.ts";
import { ApiError } from "../api/api-error.ts";
import { useStore } from "../store/page-store.ts";

/** What can be done to a server: have an accident, and be connected anew. */
export function ServerActions({ server }: { readonly server: ServerView }): JSX.Element {
  const { api } = useStore();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const act = async (action: (serverId: string) => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await action(server.serverId);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };

  const running = server.processes.length > 0;
  return (
    <div class="server-actions">
      {server.place !== undefined && (
        <button
          type="button"
          class="button danger"
          disabled={busy || !running}
          title="Ends its process as a crash would. It is started again by itself."
          onClick={() => act(api.kill)}
        >
          Kill
        </button>
      )}
      <button type="button" class="button" disabled={busy} onClick={() => act(api.reconnect)}>
        Reconnect
      </button>
      {server.removable && (
        <button
          type="button"
          class="button"
          disabled={busy}
          title="Ends it and takes it off the list."
          onClick={() =>
            act(async (serverId) => {
              await api.removeServer(serverId);
              location.hash = "#/servers";
            })
          }
        >
          Remove
        </button>
      )}
      {problem !== undefined && (
        <p class="field-issues" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
