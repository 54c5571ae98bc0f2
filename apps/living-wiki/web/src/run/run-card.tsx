import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ErrorNote } from "../result/error-note.tsx";
import { JsonText } from "../result/json-text.tsx";
import { ResultView } from "../result/result-view.tsx";
import { clockTime, durationText } from "../shell/time-text.ts";
import { useStore } from "../store/page-store.ts";
import type { Run } from "../store/run-store.ts";
import { ProgressBar } from "./progress-bar.tsx";

/** One call of a tool: how far it is, or how it ended. */
export function RunCard({ run }: { readonly run: Run }): JSX.Element {
  const { runs } = useStore();
  const { outcome } = run;
  const status = statusOf(run);
  const card = useRef<HTMLElement>(null);
  // Whoever started it wants to see it; on a phone it is below the form.
  useEffect(() => {
    if (outcome === undefined) card.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, []);
  return (
    <article ref={card} class="run" data-status={status.id} aria-label={`Run of ${run.tool.serverToolName}`}>
      <header class="run-head">
        <span class="run-status">{status.label}</span>
        <span class="muted">
          {clockTime(run.startedAt)}
          {outcome !== undefined && ` · ${durationText(outcome.durationMs)}`}
        </span>
        {outcome === undefined && (
          <button
            type="button"
            class="button danger"
            disabled={run.cancelling === true}
            onClick={() => runs.cancel(run.id)}
          >
            Cancel
          </button>
        )}
      </header>
      {outcome === undefined && <ProgressBar progress={run.progress} />}
      {outcome?.error !== undefined && <ErrorNote error={outcome.error} ofCall />}
      {outcome?.result !== undefined && <ResultView result={outcome.result} />}
      <details class="meta">
        <summary>Arguments</summary>
        <JsonText value={run.arguments} />
      </details>
    </article>
  );
}

function statusOf({ outcome, cancelling }: Run): { readonly id: string; readonly label: string } {
  if (outcome === undefined)
    return cancelling ? { id: "running", label: "Cancelling …" } : { id: "running", label: "Running …" };
  if (outcome.error?.code === "cancelled") return { id: "cancelled", label: "Cancelled" };
  if (outcome.error !== undefined) return { id: "failed", label: "Failed" };
  return outcome.result?.isError === true
    ? { id: "failed", label: "The tool reports an error" }
    : { id: "done", label: "Done" };
}
