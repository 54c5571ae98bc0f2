import type { JSX } from "preact";
import type { WikiPage } from "../../../src/contract/wiki.ts";

/** Where a page is and when it was written. */
export function PageFacts({ page }: { readonly page: WikiPage }): JSX.Element {
  const words = page.markdown.split(/\s+/).filter((word) => word !== "").length;
  return (
    <footer class="page-facts">
      <code>{page.path}</code>
      <span>{words === 1 ? "1 word" : `${words.toLocaleString()} words`}</span>
      <span>
        written <time dateTime={new Date(page.modifiedAt).toISOString()}>{dateText(page.modifiedAt)}</time>
      </span>
    </footer>
  );
}

function dateText(at: number): string {
  return new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}
