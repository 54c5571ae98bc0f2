import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { ErrorNote } from "../result/error-note.tsx";
import { useStore } from "../store/page-store.ts";
import { PageEditor } from "./page-editor.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";

/** Where a page is written; one that does not exist begins empty. */
export function PageEditorView({ path }: { readonly path: string }): JSX.Element {
  const { wiki } = useStore();
  useEffect(() => wiki.open(path), [path]);
  const entry = wiki.entries.value.get(path);
  switch (entry?.state) {
    case undefined:
    case "loading":
      return <PageSkeleton />;
    case "failed":
      return <ErrorNote error={entry.error} />;
    case "missing":
      return <PageEditor path={path} current={null} />;
    case "ready":
      return <PageEditor path={path} current={entry.page} />;
  }
}
