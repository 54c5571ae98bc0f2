import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ErrorView } from "../../../src/contract/error-view.ts";
import type { SandboxId } from "../../../src/contract/sandbox-view.ts";
import type { ServerView } from "../../../src/contract/server-view.ts";
import { ApiError, toErrorView } from "../api/api-error.ts";
import { ErrorNote } from "../result/error-note.tsx";
import { useStore } from "../store/page-store.ts";
import { SandboxPicker } from "./sandbox-picker.tsx";

/** Chooses where a server's program runs; the host asks first. */
export function MoveServer({ server }: { readonly server: ServerView }): JSX.Element | null {
  const { servers, api } = useStore();
  const [moving, setMoving] = useState<SandboxId>();
  const [asks, setAsks] = useState(false);
  const [problem, setProblem] = useState<ErrorView>();
  const sandboxes = servers.page.value?.sandboxes;
  if (sandboxes === undefined || !server.movable) return null;
  const here = sandboxes.choices.find(({ id }) => id === server.place?.sandbox)?.id;

  const move = async (sandbox: SandboxId, allowFirst = false): Promise<void> => {
    setMoving(sandbox);
    setProblem(undefined);
    setAsks(false);
    try {
      if (allowFirst) await api.allowHost();
      await api.moveServer(server.serverId, sandbox);
    } catch (error) {
      if (error instanceof ApiError && error.view?.code === "host_consent_needed") setAsks(true);
      else setProblem(toErrorView(error));
    } finally {
      setMoving(undefined);
    }
  };

  return (
    <section class="panel" aria-busy={moving !== undefined}>
      <SandboxPicker
        sandboxes={sandboxes}
        chosen={moving ?? (asks ? "host" : here)}
        disabled={moving !== undefined}
        choose={(sandbox) => move(sandbox)}
      />
      <p class="muted" role="status">
        {moving === undefined
          ? "Choosing another place ends its process and starts it there."
          : "Starting it there …"}
      </p>
      {asks && (
        <div class="note note-conflict" role="alert">
          <p class="error-message">On the host a program can read and change whatever you can.</p>
          <div class="form-actions">
            <button type="button" class="button danger" onClick={() => move("host", true)}>
              Run it on the host
            </button>
            <button type="button" class="button" onClick={() => setAsks(false)}>
              Leave it where it is
            </button>
          </div>
        </div>
      )}
      {problem !== undefined && <ErrorNote error={problem} />}
    </section>
  );
}
