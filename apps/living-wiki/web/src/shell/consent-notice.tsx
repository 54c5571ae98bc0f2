import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ErrorView } from "../../../src/contract/error-view.ts";
import { toErrorView } from "../api/api-error.ts";
import { useStore } from "../store/page-store.ts";
import { Icon } from "./icon.tsx";

/** Asks whether programs of servers may run on the host, where nothing else can hold them. */
export function ConsentNotice(): JSX.Element | null {
  const { servers, api } = useStore();
  const [busy, setBusy] = useState(false);
  const [later, setLater] = useState(false);
  const [problem, setProblem] = useState<ErrorView>();
  const sandboxes = servers.page.value?.sandboxes;
  if (sandboxes?.hostConsent !== "needed" || later) return null;

  const allow = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.allowHost();
      setProblem(undefined);
    } catch (error) {
      setProblem(toErrorView(error));
    } finally {
      setBusy(false);
    }
  };

  const missing = sandboxes.choices.filter(({ available, id }) => !available && id !== "host");
  return (
    <section class="consent" aria-labelledby="consent-title">
      <Icon name="shield" size={28} />
      <div class="consent-text">
        <h2 id="consent-title">May servers run on this host, as you?</h2>
        <p>
          {sandboxes.waiting.length === 1
            ? "One server is a program that waits"
            : waitingText(sandboxes.waiting)}{" "}
          for your word: {sandboxes.waiting.join(", ")}. There is no sandbox here to hold{" "}
          {sandboxes.waiting.length === 1 ? "it" : "them"}, so on the host a program can read and change
          whatever you can.
        </p>
        {missing.map(({ id, label, reason, remedy }) => (
          <p key={id} class="muted">
            <strong>{label}</strong>: {reason} {remedy}
          </p>
        ))}
        {problem !== undefined && (
          <p class="field-issues" role="alert">
            {problem.message}
          </p>
        )}
      </div>
      <div class="consent-actions">
        <button type="button" class="button" onClick={() => setLater(true)}>
          Not now
        </button>
        <button type="button" class="button danger" disabled={busy} onClick={allow}>
          {busy ? "Starting …" : "Run them on the host"}
        </button>
      </div>
    </section>
  );
}

function waitingText({ length }: readonly string[]): string {
  return `${length} servers are programs that wait`;
}
