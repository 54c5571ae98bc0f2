import MiniSearch from "minisearch";
import type { WikiSnippetPart } from "../contract/wiki.ts";
import { isEmptyWord } from "../text/words.ts";

/** A page that was found. */
export interface PageHit {
  readonly path: string;
  readonly score: number;
  readonly snippet: readonly WikiSnippetPart[];
}

/** Finds pages by words, their beginnings, and words that are nearly right. */
export interface PageSearch {
  put(page: { readonly path: string; readonly title: string; readonly markdown: string }): void;
  remove(path: string): void;
  /** Best first. */
  search(query: string, limit: number): readonly PageHit[];
}

interface Indexed {
  readonly path: string;
  readonly title: string;
  readonly markdown: string;
}

const snippetLength = 200;

/** Makes an empty index. */
export function createPageSearch(): PageSearch {
  const texts = new Map<string, Indexed>();
  const index = new MiniSearch<Indexed>({
    idField: "path",
    fields: ["title", "markdown"],
    processTerm: (term) => (isEmptyWord(term) ? null : term.toLowerCase()),
    searchOptions: {
      boost: { title: 3 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 3 ? 0.2 : false),
    },
  });
  return {
    put(page) {
      const copy = { path: page.path, title: page.title, markdown: page.markdown };
      if (texts.has(page.path)) index.replace(copy);
      else index.add(copy);
      texts.set(page.path, copy);
    },
    remove(path) {
      if (texts.delete(path)) index.discard(path);
    },
    search(query, limit) {
      if (query.trim() === "") return [];
      const all = index.search(query, { combineWith: "AND" });
      const found = all.length > 0 ? all : index.search(query);
      return found.slice(0, limit).map(({ id, score, terms }) => ({
        path: String(id),
        score,
        snippet: snippetOf(texts.get(String(id))?.markdown ?? "", terms),
      }));
    },
  };
}

/** The text around the first place where a term stands, with every term marked. */
function snippetOf(markdown: string, terms: readonly string[]): readonly WikiSnippetPart[] {
  const text = plainText(markdown);
  const words = terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})`, "giu");
  const first = words.length === 0 ? -1 : text.search(pattern);
  const from = Math.max(0, first - snippetLength / 3);
  const start = from === 0 ? 0 : text.indexOf(" ", from) + 1;
  const cut = text.slice(start, start + snippetLength);
  const shown = `${start > 0 ? "…" : ""}${cut}${start + snippetLength < text.length ? "…" : ""}`;
  if (first < 0) return [{ text: shown, hit: false }];
  const parts: WikiSnippetPart[] = [];
  let at = 0;
  for (const { 0: hit, index } of shown.matchAll(pattern)) {
    if (index > at) parts.push({ text: shown.slice(at, index), hit: false });
    parts.push({ text: hit, hit: true });
    at = index + hit.length;
  }
  if (at < shown.length) parts.push({ text: shown.slice(at), hit: false });
  return parts;
}

/** The words of a page without the marks around them. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll(/^ {0,3}#{1,6} .*$/gm, "")
    .replaceAll(/^\s*(?:[-*+]|\d+[.)])\s+/gm, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*_`>|]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
