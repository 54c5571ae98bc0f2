import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { WikiPage } from "../../../src/contract/wiki.ts";
import { toErrorView } from "../api/api-error.ts";
import { Icon } from "../shell/icon.tsx";
import { useStore } from "../store/page-store.ts";
import { keepDraft } from "./draft-store.ts";

/** Takes a page away, once it was asked for twice. */
export function RemovePage({ page }: { readonly page: WikiPage }): JSX.Element {
  const { wikiApi, wiki } = useStore();
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      const conflict = await wikiApi.remove(page.path, page.digest);
      if (conflict !== undefined) {
        await wiki.reload(page.path);
        setProblem("It has changed since you read it. Look at it again before you delete it.");
        return;
      }
      keepDraft(page.path, undefined);
      dialog.current?.close();
      location.hash = "#/";
    } catch (error) {
      setProblem(toErrorView(error).message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <button
        type="button"
        class="button icon-only"
        aria-label="Delete this page"
        title="Delete this page"
        onClick={() => {
          setProblem(undefined);
          dialog.current?.showModal();
        }}
      >
        <Icon name="trash" size={16} />
      </button>
      <dialog ref={dialog} class="dialog" aria-labelledby="remove-title">
        <h2 id="remove-title">Delete “{page.title}”?</h2>
        <p>
          The file <code>{page.path}</code> is removed from the wiki's folder. This cannot be undone here.
        </p>
        {problem !== undefined && (
          <p class="field-issues" role="alert">
            {problem}
          </p>
        )}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            Keep it
          </button>
          <button type="button" class="button danger" disabled={busy} onClick={remove}>
            {busy ? "Deleting …" : "Delete the page"}
          </button>
        </div>
      </dialog>
    </>
  );
}
