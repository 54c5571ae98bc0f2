import type { JsonObject } from "./json.ts";

/** How {@link readPages} ended before the server's own last page. */
export interface PageWarning {
  readonly code: "repeated-cursor" | "too-many-pages" | "bad-page";
  readonly message: string;
}

/** All pages of a list, as far as the walk went. */
export interface Pages {
  readonly items: readonly unknown[];
  readonly warnings: readonly PageWarning[];
}

/**
 * Reads every page of a list (MCP server/utilities/pagination). Cursors are opaque, the empty string is one, and a
 * missing `nextCursor` is the end. A repeated cursor, a malformed page or too many pages end the walk with a
 * warning; what came is kept.
 */
export async function readPages(
  key: string,
  fetchPage: (params: JsonObject) => Promise<JsonObject>,
  options: { readonly maxPages?: number } = {},
): Promise<Pages> {
  const maxPages = options.maxPages ?? 1000;
  const items: unknown[] = [];
  const seen = new Set<string>();
  let params: JsonObject = {};
  const end = (code: PageWarning["code"], message: string): Pages => ({
    items,
    warnings: [{ code, message }],
  });
  for (let page = 1; ; page++) {
    const answer = await fetchPage(params);
    const list = answer[key];
    if (!Array.isArray(list))
      return end("bad-page", `Page ${page} has no list "${key}"; the pages before it are kept.`);
    for (const item of list) items.push(item);
    const cursor = answer.nextCursor;
    if (cursor === undefined || cursor === null) return { items, warnings: [] };
    if (typeof cursor !== "string") return end("bad-page", `Page ${page} has a cursor that is no string.`);
    if (seen.has(cursor))
      return end("repeated-cursor", `Page ${page} repeats a cursor; the list ends there.`);
    if (page >= maxPages)
      return end("too-many-pages", `The list has more than ${maxPages} pages; it ends there.`);
    seen.add(cursor);
    params = { cursor };
  }
}
