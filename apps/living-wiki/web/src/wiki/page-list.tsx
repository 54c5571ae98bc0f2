import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { WikiPageSummary } from "../../../src/contract/wiki.ts";
import { ErrorNote } from "../result/error-note.tsx";
import { Icon } from "../shell/icon.tsx";
import { pageHref, pageOf, type Route } from "../shell/route.ts";
import { useStore } from "../store/page-store.ts";
import { readDraft } from "./draft-store.ts";

/** So many pages need no filter. */
const fewPages = 8;

/** Every page of the wiki, by folder. */
export function PageList({ route }: { readonly route: Route }): JSX.Element {
  const { wiki } = useStore();
  const [filter, setFilter] = useState("");
  const listing = wiki.listing.value;
  const problem = wiki.problem.value;
  const pages = (listing?.pages ?? []).filter(({ title, path }) =>
    `${title} ${path}`.toLowerCase().includes(filter.toLowerCase().trim()),
  );
  return (
    <>
      <header class="side-head">
        <h2>Pages</h2>
        <a class="button small" href="#/new">
          <Icon name="plus" size={16} /> New page
        </a>
      </header>
      {(listing?.pages.length ?? 0) > fewPages && (
        <input
          class="input"
          type="search"
          placeholder="Filter"
          aria-label="Filter the pages"
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      {listing === undefined && problem === undefined && <PageListSkeleton />}
      {problem !== undefined && <ErrorNote error={problem} />}
      {listing?.pages.length === 0 && <p class="muted">There is no page yet. Write the first one.</p>}
      {listing !== undefined && listing.pages.length > 0 && pages.length === 0 && (
        <p class="muted">No page is called so.</p>
      )}
      {byFolder(pages).map(([folder, inside]) => (
        <section key={folder} class="page-folder" aria-label={folder === "" ? "Pages" : folder}>
          {folder !== "" && <h3>{folder}</h3>}
          <ul class="page-list">
            {inside.map((page) => (
              <PageLink key={page.path} page={page} isCurrent={pageOf(route) === page.path} />
            ))}
          </ul>
        </section>
      ))}
      {listing !== undefined && (
        <p class="side-foot" title={listing.folder}>
          A folder of Markdown files: <code>{listing.folder}</code>
        </p>
      )}
    </>
  );
}

function PageLink({
  page,
  isCurrent,
}: {
  readonly page: WikiPageSummary;
  readonly isCurrent: boolean;
}): JSX.Element {
  const href = page.path === "home.md" ? "#/" : pageHref(page.path);
  return (
    <li>
      <a href={href} aria-current={isCurrent ? "page" : undefined}>
        <span>{page.title}</span>
        {readDraft(page.path) !== undefined && <span class="chip chip-warning">draft</span>}
      </a>
    </li>
  );
}

function PageListSkeleton(): JSX.Element {
  return (
    <div class="skeleton-list" role="status">
      <span class="visually-hidden">Reading the pages …</span>
      <span />
      <span />
      <span />
    </div>
  );
}

/** The first page comes first, then the top folder, then the others by name. */
function byFolder(
  pages: readonly WikiPageSummary[],
): readonly (readonly [string, readonly WikiPageSummary[]])[] {
  const folders = Map.groupBy(pages, ({ path }) => path.split("/").slice(0, -1).join("/"));
  const rank = ({ path }: WikiPageSummary): number => (path === "home.md" ? 0 : 1);
  return [...folders]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([folder, inside]) => [folder, inside.toSorted((a, b) => rank(a) - rank(b))] as const);
}
