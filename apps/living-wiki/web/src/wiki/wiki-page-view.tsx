import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { ErrorNote } from "../result/error-note.tsx";
import { pageHref } from "../shell/route.ts";
import { useStore } from "../store/page-store.ts";
import { MissingPage } from "./missing-page.tsx";
import { PageArticle } from "./page-article.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";

/** One page of the wiki, as it is now on disk. */
export function WikiPageView({
  path,
  isHome = false,
}: {
  readonly path: string;
  readonly isHome?: boolean;
}): JSX.Element {
  const { wiki } = useStore();
  useEffect(() => wiki.open(path), [path]);
  const entry = wiki.entries.value.get(path);
  switch (entry?.state) {
    case undefined:
    case "loading":
      return <PageSkeleton />;
    case "missing":
      return isHome ? <NoHome /> : <MissingPage path={path} />;
    case "failed":
      return (
        <>
          <h1>{path}</h1>
          <ErrorNote error={entry.error} />
          <p>
            <button type="button" class="button" onClick={() => wiki.open(path)}>
              Read it again
            </button>
          </p>
        </>
      );
    case "ready":
      return <PageArticle page={entry.page} changedAt={entry.changedAt} />;
  }
}

/** A wiki without a first page still has others, or waits for one. */
function NoHome(): JSX.Element {
  const { wiki } = useStore();
  const pages = wiki.listing.value?.pages ?? [];
  return (
    <>
      <header class="page-head">
        <h1>Living Wiki</h1>
      </header>
      {pages.length === 0 ? (
        <div class="empty">
          <p>This wiki is empty: its folder holds no Markdown file yet.</p>
          <p>
            <a class="button primary" href="#/edit/home">
              Write the first page
            </a>
          </p>
        </div>
      ) : (
        <ul class="suggestions">
          {pages.map(({ path, title }) => (
            <li key={path}>
              <a class="suggestion" href={pageHref(path)}>
                <strong>{title}</strong>
                <span class="muted">{path}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
