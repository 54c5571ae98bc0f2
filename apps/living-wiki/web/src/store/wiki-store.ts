import { type ReadonlySignal, signal } from "@preact/signals";
import type { ErrorView } from "../../../src/contract/error-view.ts";
import type { PageEvent } from "../../../src/contract/page-event.ts";
import type { WikiChange, WikiListing, WikiPage, WikiPageSummary } from "../../../src/contract/wiki.ts";
import { toErrorView } from "../api/api-error.ts";
import type { WikiApi } from "../api/wiki-api.ts";

/** A page as far as it is known here. */
export type PageEntry =
  | { readonly state: "loading" }
  | { readonly state: "missing" }
  | { readonly state: "failed"; readonly error: ErrorView }
  | {
      readonly state: "ready";
      readonly page: WikiPage;
      /** When it changed under the reader's eyes, in milliseconds since the epoch. */
      readonly changedAt?: number;
    };

/** What the page knows of the wiki. */
export interface WikiStore {
  /** Absent until it was read. */
  readonly listing: ReadonlySignal<WikiListing | undefined>;
  /** Why the listing could not be read. */
  readonly problem: ReadonlySignal<ErrorView | undefined>;
  readonly entries: ReadonlySignal<ReadonlyMap<string, PageEntry>>;
  /** Reads a page, if it is not known. */
  open(path: string): void;
  /** Reads it anew, whatever is known. */
  reload(path: string): Promise<void>;
  /** Takes what was written or read elsewhere. */
  put(page: WikiPage): void;
  take(event: PageEvent): void;
}

/** Makes the store; pages that were opened are read again when they change on disk. */
export function createWikiStore(api: Pick<WikiApi, "listing" | "page">): WikiStore {
  const listing = signal<WikiListing>();
  const problem = signal<ErrorView>();
  const entries = signal<ReadonlyMap<string, PageEntry>>(new Map());
  const set = (path: string, entry: PageEntry): void => {
    entries.value = new Map(entries.peek()).set(path, entry);
  };

  const read = async (path: string): Promise<void> => {
    try {
      const page = await api.page(path);
      if (page === undefined) return set(path, { state: "missing" });
      const before = entries.peek().get(path);
      const changed = before?.state === "ready" && before.page.digest !== page.digest;
      const same = before?.state === "ready" && before.page.digest === page.digest;
      if (same) return;
      set(path, { state: "ready", page, ...(changed ? { changedAt: Date.now() } : {}) });
    } catch (error) {
      // What was read before is better than nothing; the notice above the page tells that the app is gone.
      if (entries.peek().get(path)?.state !== "ready")
        set(path, { state: "failed", error: toErrorView(error) });
    }
  };

  const readListing = async (): Promise<void> => {
    try {
      listing.value = await api.listing();
      problem.value = undefined;
    } catch (error) {
      problem.value = toErrorView(error);
    }
  };

  const readListed = async (path: string): Promise<void> => {
    const pages = listing.peek()?.pages;
    if (pages === undefined || pages.some((page) => page.path === path)) return read(path);
    set(path, { state: "missing" });
  };

  const takeChange = ({ kind, path, page, digest }: WikiChange): void => {
    const known = listing.peek();
    if (known !== undefined) listing.value = { ...known, pages: changedPages(known.pages, path, page) };
    const entry = entries.peek().get(path);
    if (entry === undefined) return;
    if (kind === "removed") set(path, { state: "missing" });
    else if (entry.state !== "ready" || entry.page.digest !== digest) void read(path);
  };

  let listed = readListing();

  return {
    listing,
    problem,
    entries,
    open(path) {
      const entry = entries.peek().get(path);
      if (entry !== undefined && entry.state !== "failed") return;
      set(path, { state: "loading" });
      // What the listing does not have need not be asked for.
      void listed.then(() => readListed(path));
    },
    reload: read,
    put(page) {
      set(page.path, { state: "ready", page });
    },
    take(event) {
      if (event.type === "wiki") takeChange(event.change);
      if (event.type !== "hello") return;
      listed = readListing();
      for (const path of entries.peek().keys()) void listed.then(() => readListed(path));
    },
  };
}

function changedPages(
  pages: readonly WikiPageSummary[],
  path: string,
  page: WikiPageSummary | undefined,
): readonly WikiPageSummary[] {
  const others = pages.filter((one) => one.path !== path);
  if (page === undefined) return others;
  return [...others, page].toSorted((a, b) => a.title.localeCompare(b.title));
}
