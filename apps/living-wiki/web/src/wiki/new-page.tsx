import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { editHref, pageHref } from "../shell/route.ts";
import { useStore } from "../store/page-store.ts";
import { keepDraft, readDraft } from "./draft-store.ts";
import { pagePath } from "./page-path.ts";

/** Names a page that does not exist yet; its text is written next. */
export function NewPage(): JSX.Element {
  const { wiki } = useStore();
  const [title, setTitle] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const path = pagePath(title);
  const taken = wiki.listing.value?.pages.find((page) => page.path === path);

  const begin = (event: SubmitEvent): void => {
    event.preventDefault();
    if (path === undefined || taken !== undefined) return;
    if (readDraft(path) === undefined)
      keepDraft(path, { markdown: `# ${title.trim().split("/").at(-1)}\n\n`, digest: null });
    location.hash = editHref(path);
  };

  return (
    <>
      <header class="page-head">
        <h1>A new page</h1>
      </header>
      <form class="panel new-page" onSubmit={begin}>
        <div class="field">
          <label class="field-name" for="new-title">
            Title
          </label>
          <input
            ref={field}
            id="new-title"
            class="input"
            value={title}
            autocomplete="off"
            aria-describedby="new-path"
            placeholder="Lighthouses"
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
          <p id="new-path" class="field-about" role="status">
            {path === undefined ? (
              "A slash puts it into a folder: “Travel/Norway”."
            ) : taken === undefined ? (
              <>
                Its file will be <code>{path}</code>.
              </>
            ) : (
              <>
                There is such a page already: <a href={pageHref(path)}>{taken.title}</a>.
              </>
            )}
          </p>
        </div>
        <div class="form-actions">
          <button type="submit" class="button primary" disabled={path === undefined || taken !== undefined}>
            Write it
          </button>
          <a class="button" href="#/">
            Cancel
          </a>
        </div>
      </form>
    </>
  );
}
