import type { JSX } from "preact";
import type { RunProgress } from "../store/run-store.ts";

/** How far a call is; without a total, or before the first notice, only that it goes on. */
export function ProgressBar({ progress }: { readonly progress: RunProgress | undefined }): JSX.Element {
  const total = progress?.total;
  const known = progress !== undefined && total !== undefined && total > 0;
  return (
    <div class="progress">
      {known ? (
        <progress aria-label="Progress" max={total} value={progress.progress} />
      ) : (
        <progress aria-label="Progress" />
      )}
      <span class="muted">
        {progress === undefined ? "waiting for the answer" : countText(progress)}
        {progress?.message !== undefined && ` · ${progress.message}`}
      </span>
    </div>
  );
}

function countText({ progress, total }: RunProgress): string {
  return total === undefined ? String(progress) : `${progress} of ${total}`;
}
