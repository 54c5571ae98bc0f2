import type { DiagramView } from "./diagram.ts";

/** A page as lists show it. */
export interface WikiPageSummary {
  /** Below the wiki's folder, with `/`, such as `home.md` or `notes/sea.md`. */
  readonly path: string;
  /** The first heading, else the file's name. */
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/** A page with its text. */
export interface WikiPage extends WikiPageSummary {
  readonly markdown: string;
  /** SHA-256 of the file, hex. Hand it back when writing, so that nobody's change is lost. */
  readonly digest: string;
  /** Every draw.io link in it, decoded, in the order of the text. Mermaid code blocks are in `markdown` alone. */
  readonly diagrams: readonly DiagramView[];
}

/** Answer of `GET /api/wiki`. */
export interface WikiListing {
  /** Where the pages are on this machine. */
  readonly folder: string;
  /** Sorted by title. */
  readonly pages: readonly WikiPageSummary[];
}

/** Body of `PUT /api/wiki/page`. */
export interface WikiWrite {
  readonly path: string;
  readonly markdown: string;
  /** Of the page as it was read; `null` for a page that must not exist yet. */
  readonly digest: string | null;
}

/** A run of text of a search hit; `hit` marks what was searched for. */
export interface WikiSnippetPart {
  readonly text: string;
  readonly hit: boolean;
}

/** A page that was found. */
export interface WikiSearchHit extends WikiPageSummary {
  readonly snippet: readonly WikiSnippetPart[];
  readonly score: number;
}

/** Answer of `GET /api/wiki/search`. */
export interface WikiSearchResult {
  readonly query: string;
  /** Best first. */
  readonly hits: readonly WikiSearchHit[];
}

/** A page that came, changed or went, whoever did it. */
export interface WikiChange {
  readonly kind: "added" | "changed" | "removed";
  readonly path: string;
  /** Absent for a page that went. */
  readonly page?: WikiPageSummary;
  /** Of the new content. */
  readonly digest?: string;
}
