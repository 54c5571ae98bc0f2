import { useEffect, useState } from "preact/hooks";
import type { ErrorView } from "../../../src/contract/error-view.ts";
import type { WikiPage } from "../../../src/contract/wiki.ts";
import { toErrorView } from "../api/api-error.ts";
import { pageHref } from "../shell/route.ts";
import { useStore } from "../store/page-store.ts";
import { keepDraft, readDraft } from "./draft-store.ts";

/** A page that is being written. */
export interface PageWriting {
  readonly text: string;
  /** Whether it differs from what it began with. */
  readonly changed: boolean;
  /** Whether it began with a draft that was left. */
  readonly restored: boolean;
  /** Whether somebody else has changed the page since. */
  readonly outdated: boolean;
  readonly saving: boolean;
  readonly problem: ErrorView | undefined;
  write(text: string): void;
  save(): Promise<void>;
  /** Saves over what others wrote. */
  overwrite(): Promise<void>;
  /** Begins anew with the page as it is now. */
  takeTheirs(): void;
  /** Forgets what was written and leaves. */
  discard(): void;
}

/** Writes a page: keeps a draft through reloads and never saves over a change it has not seen. */
export function usePageDraft(path: string, current: WikiPage | null): PageWriting {
  const { wiki, wikiApi } = useStore();
  const [draft] = useState(() => readDraft(path));
  const now = current?.digest ?? null;
  const [base, setBase] = useState(draft === undefined ? now : draft.digest);
  const [original, setOriginal] = useState(current?.markdown ?? "");
  const [text, setText] = useState(draft?.markdown ?? original);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<ErrorView>();
  const changed = text !== original;

  // A page that changed while nothing was written of it is simply shown as it is now.
  useEffect(() => {
    if (changed || now === base) return;
    setBase(now);
    setOriginal(current?.markdown ?? "");
    setText(current?.markdown ?? "");
  }, [now]);

  const save = async (digest: string | null): Promise<void> => {
    setSaving(true);
    setProblem(undefined);
    try {
      const outcome = await wikiApi.write({ path, markdown: text, digest });
      if (outcome.kind === "conflict") {
        await wiki.reload(path);
        return;
      }
      keepDraft(path, undefined);
      wiki.put(outcome.page);
      location.hash = pageHref(path);
    } catch (error) {
      setProblem(toErrorView(error));
    } finally {
      setSaving(false);
    }
  };

  return {
    text,
    changed,
    restored: draft !== undefined,
    outdated: changed && now !== base,
    saving,
    problem,
    write(next) {
      setText(next);
      keepDraft(path, next === original ? undefined : { markdown: next, digest: base });
    },
    save: () => save(base),
    overwrite: () => save(now),
    takeTheirs() {
      keepDraft(path, undefined);
      setBase(now);
      setOriginal(current?.markdown ?? "");
      setText(current?.markdown ?? "");
    },
    discard() {
      keepDraft(path, undefined);
      location.hash = pageHref(path);
    },
  };
}
