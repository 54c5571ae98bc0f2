import type { JSX } from "preact";
import type { WikiPage } from "../../../src/contract/wiki.ts";
import { DiffView } from "../diff/diff-view.tsx";
import type { PageWriting } from "./use-page-draft.ts";

/** Somebody else, or a tool, changed the page while it was being written here. Nothing is lost without a word. */
export function PageConflict({
  mine,
  theirs,
  writing,
}: {
  readonly mine: string;
  /** `null` where the page is gone. */
  readonly theirs: WikiPage | null;
  readonly writing: PageWriting;
}): JSX.Element {
  return (
    <section class="note note-conflict" role="alert" aria-label="The page has changed">
      <p class="error-message">
        {theirs === null
          ? "This page was deleted while you were writing."
          : "This page was changed by somebody else, or by a tool, while you were writing."}
      </p>
      <p>Nothing is saved yet. This is how your text differs from what is there now:</p>
      <DiffView before={theirs?.markdown ?? ""} after={mine} />
      <div class="form-actions">
        <button type="button" class="button danger" disabled={writing.saving} onClick={writing.overwrite}>
          Save mine over it
        </button>
        {theirs !== null && (
          <button type="button" class="button" onClick={writing.takeTheirs}>
            Take theirs, lose mine
          </button>
        )}
      </div>
    </section>
  );
}
