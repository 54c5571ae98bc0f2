import { mkdir, realpath } from "node:fs/promises";
import type { WikiChange, WikiPageSummary, WikiSearchHit, WikiWrite } from "../contract/wiki.ts";
import { deletePage, listPages, type PageContent, readPage, writePage } from "./page-folder.ts";
import { checkPagePath } from "./page-path.ts";
import { createPageSearch } from "./page-search.ts";
import { pageTitle } from "./page-title.ts";
import { watchFolder } from "./watch-folder.ts";
import { WikiError } from "./wiki-error.ts";

/** A page with its text, as it is on disk now. */
export interface StoredPage extends WikiPageSummary, PageContent {}

/** The Markdown pages of a folder: read, written, searched, and watched for what others change. */
export interface WikiPages extends AsyncDisposable {
  /** Absolute, without links. */
  readonly folder: string;
  /** Sorted by title. */
  list(): readonly WikiPageSummary[];
  /** @throws WikiError */
  read(path: string): Promise<StoredPage>;
  /**
   * Writes a page, if it is still what the writer has read.
   *
   * @throws WikiError `page_changed` where it is not
   */
  write(write: WikiWrite): Promise<StoredPage>;
  /** Takes a page away, if it is still what somebody has read. */
  remove(path: string, digest: string): Promise<void>;
  search(query: string, limit?: number): readonly WikiSearchHit[];
  on(handler: (change: WikiChange) => void): () => void;
}

/** Opens a folder, which is made where it is missing, and reads all its pages. */
export async function openWikiPages(folder: string): Promise<WikiPages> {
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);
  const known = new Map<string, StoredPage>();
  const search = createPageSearch();
  const handlers = new Set<(change: WikiChange) => void>();

  const learn = (path: string, content: PageContent): StoredPage => {
    const before = known.get(path);
    const page = { path, title: pageTitle(path, content.markdown), ...content };
    known.set(path, page);
    if (before?.digest === content.digest) return page;
    search.put(page);
    tell({
      kind: before === undefined ? "added" : "changed",
      path,
      page: summaryOf(page),
      digest: page.digest,
    });
    return page;
  };
  const forget = (path: string): void => {
    if (!known.delete(path)) return;
    search.remove(path);
    tell({ kind: "removed", path });
  };
  const tell = (change: WikiChange): void => {
    for (const handler of handlers) handler(change);
  };

  // Between the look at a page and its change nothing else of ours happens.
  const { inTurn, settled } = createTurns();
  const requireDigest = async (path: string, digest: string | null): Promise<void> => {
    checkPagePath(path);
    const now = await readIfThere(root, path);
    if ((now?.digest ?? null) === digest) return;
    if (now !== undefined) learn(path, now);
    throw new WikiError(
      "page_changed",
      now === undefined
        ? `There is no page "${path}" any more. Write it as a new one, or leave it.`
        : `The page "${path}" has changed since it was read. Read it again, then write.`,
    );
  };
  const rescan = (): Promise<void> =>
    inTurn(async () => {
      const names = await listPages(root);
      for (const name of [...known.keys()]) if (!names.includes(name)) forget(name);
      for (const name of names) {
        try {
          learn(name, await readPage(root, name));
        } catch (error) {
          // Too large, unreadable or gone: no page, until it changes.
          if (!(error instanceof WikiError)) throw error;
          forget(name);
        }
      }
    });

  await rescan();
  const watcher = watchFolder(root, rescan);
  return {
    folder: root,
    list: () => [...known.values()].map(summaryOf).sort((a, b) => a.title.localeCompare(b.title)),
    read: async (path) => learn(path, await readPage(root, path)),
    write: ({ path, markdown, digest }) =>
      inTurn(async () => {
        await requireDigest(path, digest);
        await writePage(root, path, markdown);
        return learn(path, await readPage(root, path));
      }),
    remove: (path, digest) =>
      inTurn(async () => {
        await requireDigest(path, digest);
        await deletePage(root, path);
        forget(path);
      }),
    search(query, limit = 20) {
      return search.search(query, limit).flatMap(({ path, score, snippet }) => {
        const page = known.get(path);
        return page === undefined ? [] : [{ ...summaryOf(page), score, snippet }];
      });
    },
    on(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    async [Symbol.asyncDispose]() {
      handlers.clear();
      await watcher[Symbol.asyncDispose]();
      await settled();
    },
  };
}

function summaryOf({ path, title, modifiedAt }: WikiPageSummary): WikiPageSummary {
  return { path, title, modifiedAt };
}

async function readIfThere(root: string, path: string): Promise<PageContent | undefined> {
  try {
    return await readPage(root, path);
  } catch (error) {
    if (error instanceof WikiError && error.code === "page_not_found") return undefined;
    throw error;
  }
}

/** One piece of work at a time, in the order in which they came. */
function createTurns(): { inTurn<T>(work: () => Promise<T>): Promise<T>; settled(): Promise<void> } {
  let last: Promise<unknown> = Promise.resolve();
  return {
    inTurn(work) {
      const mine = last.then(work, work);
      last = mine.catch(() => undefined); // whoever asked for it hears of it
      return mine;
    },
    async settled() {
      await last;
    },
  };
}
