import type { JSX } from "preact";
import { clockTime } from "../shell/time-text.ts";

/** Says that the page changed under the reader's eyes. */
export function ChangedNote({ at }: { readonly at: number }): JSX.Element {
  return (
    <p class="changed-note" role="status">
      <span class="pulse" /> Changed just now, at {clockTime(at)}
    </p>
  );
}
