/** A page as somebody was writing it. */
export interface PageDraft {
  readonly markdown: string;
  /** Of the page that the writing began with; `null` for a new one. */
  readonly digest: string | null;
}

const prefix = "living-wiki.draft.";

/** What was written and not saved; it outlives a reload. */
export function readDraft(path: string): PageDraft | undefined {
  const text = localStorage.getItem(prefix + path);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    localStorage.removeItem(prefix + path);
    return undefined; // not ours: nobody else writes below this name
  }
}

/** Keeps a draft; `undefined` forgets it. */
export function keepDraft(path: string, draft: PageDraft | undefined): void {
  if (draft === undefined) localStorage.removeItem(prefix + path);
  else localStorage.setItem(prefix + path, JSON.stringify(draft));
}
