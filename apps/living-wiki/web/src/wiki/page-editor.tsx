import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { WikiPage } from "../../../src/contract/wiki.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { ErrorNote } from "../result/error-note.tsx";
import { PageConflict } from "./page-conflict.tsx";
import { usePageDraft } from "./use-page-draft.ts";

const previewAfterMs = 150;

/** Markdown on one side, what it becomes on the other. */
export function PageEditor({
  path,
  current,
}: {
  readonly path: string;
  /** As it is on disk; `null` for a page that does not exist. */
  readonly current: WikiPage | null;
}): JSX.Element {
  const writing = usePageDraft(path, current);
  const { text, changed, saving, outdated } = writing;
  const [shown, setShown] = useState<"text" | "preview">("text");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const isNew = current === null;

  return (
    <form
      class="page-editor"
      onSubmit={(event) => {
        event.preventDefault();
        void writing.save();
      }}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || (event.key !== "s" && event.key !== "Enter")) return;
        event.preventDefault();
        if (!saving && (changed || isNew)) void writing.save();
      }}
    >
      <header class="page-head">
        <div>
          <h1>{isNew ? `New page: ${path}` : `Editing ${current.title}`}</h1>
          <p class="muted">Markdown. A block of code marked “mermaid” is drawn as a diagram.</p>
        </div>
        <div class="page-actions">
          <button type="button" class="button" onClick={writing.discard}>
            {changed ? "Discard" : "Cancel"}
          </button>
          <button
            type="submit"
            class="button primary"
            disabled={saving || (!changed && !isNew)}
            title="Ctrl+S"
            aria-keyshortcuts="Control+S"
          >
            {saving ? "Saving …" : "Save"}
          </button>
        </div>
      </header>
      {writing.restored && changed && !outdated && (
        <p class="note" role="status">
          This is what you wrote here before and did not save.
        </p>
      )}
      {outdated && <PageConflict mine={text} theirs={current} writing={writing} />}
      {writing.problem !== undefined && <ErrorNote error={writing.problem} />}
      <fieldset class="editor-tabs">
        <legend class="visually-hidden">What is shown</legend>
        {(["text", "preview"] as const).map((name) => (
          <button
            key={name}
            type="button"
            class="button quiet"
            aria-pressed={shown === name}
            onClick={() => setShown(name)}
          >
            {name === "text" ? "Text" : "Preview"}
          </button>
        ))}
      </fieldset>
      <div class="editor-panes" data-shown={shown}>
        <textarea
          ref={field}
          class="input code editor-text"
          aria-label={`Text of ${path}`}
          spellcheck
          value={text}
          placeholder={"# A title\n\nSome text, a [link](home.md), a list …"}
          onInput={(event) => writing.write(event.currentTarget.value)}
        />
        <section class="editor-preview" aria-label="Preview">
          <Preview text={text} />
        </section>
      </div>
    </form>
  );
}

/** Follows the text at a little distance, so that typing never waits for it. */
function Preview({ text }: { readonly text: string }): JSX.Element {
  const [shown, setShown] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), previewAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  return shown.trim() === "" ? (
    <p class="muted">What you write is shown here.</p>
  ) : (
    <Markdown text={shown} class="preview-text" />
  );
}
