import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { WikiPage } from "../../../src/contract/wiki.ts";
import { DiagramLinks } from "../markdown/diagram-links.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { Icon } from "../shell/icon.tsx";
import { editHref } from "../shell/route.ts";
import { useStore } from "../store/page-store.ts";
import { ChangedNote } from "./changed-note.tsx";
import { readDraft } from "./draft-store.ts";
import { PageFacts } from "./page-facts.tsx";
import { RemovePage } from "./remove-page.tsx";
import { bodyOf } from "./title-line.ts";

/** A page that was read. */
export function PageArticle({
  page,
  changedAt,
}: {
  readonly page: WikiPage;
  readonly changedAt: number | undefined;
}): JSX.Element {
  const { panels } = useStore();
  const links = useMemo(() => new Map(page.diagrams.map((diagram) => [diagram.href, diagram])), [page]);
  const body = bodyOf(page);
  return (
    <article class="wiki-page" aria-labelledby="page-title">
      <header class="page-head">
        <h1 id="page-title">{page.title}</h1>
        <div class="page-actions">
          <button
            type="button"
            class="button"
            aria-expanded={panels.chat.value}
            onClick={() => panels.ask(`Summarise the page ${page.title}`)}
          >
            <Icon name="chat" size={16} /> Ask about it
          </button>
          <a class="button" href={editHref(page.path)}>
            <Icon name="edit" size={16} /> Edit
          </a>
          <RemovePage page={page} />
        </div>
      </header>
      {changedAt !== undefined && <ChangedNote key={changedAt} at={changedAt} />}
      {readDraft(page.path) !== undefined && (
        <p class="note" role="status">
          You have written here and not saved it. <a href={editHref(page.path)}>Go on writing</a>
        </p>
      )}
      {body.trim() === "" ? (
        <p class="empty">
          This page has no text yet. <a href={editHref(page.path)}>Write some</a>
        </p>
      ) : (
        <DiagramLinks.Provider value={links}>
          <Markdown text={body} />
        </DiagramLinks.Provider>
      )}
      <PageFacts page={page} />
    </article>
  );
}
