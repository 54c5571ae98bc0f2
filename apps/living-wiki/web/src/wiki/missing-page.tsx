import type { JSX } from "preact";
import { editHref, pageHref } from "../shell/route.ts";
import { useStore } from "../store/page-store.ts";

/** In place of a page that does not exist: write it, or go where it was meant to lead. */
export function MissingPage({ path }: { readonly path: string }): JSX.Element {
  const { wiki } = useStore();
  const word = path.replace(/\.md$/, "").toLowerCase();
  const near = (wiki.listing.value?.pages ?? []).filter(
    (page) => page.path.toLowerCase().includes(word) || page.title.toLowerCase().includes(word),
  );
  return (
    <div class="empty">
      <h1>{path}</h1>
      <p>There is no page of this name.</p>
      {near.length > 0 && (
        <p>
          Did you mean{" "}
          {near.map((page, index) => (
            <span key={page.path}>
              {index > 0 && ", "}
              <a href={pageHref(page.path)}>{page.title}</a>
            </span>
          ))}
          ?
        </p>
      )}
      <p>
        <a class="button primary" href={editHref(path)}>
          Write it
        </a>
      </p>
    </div>
  );
}
