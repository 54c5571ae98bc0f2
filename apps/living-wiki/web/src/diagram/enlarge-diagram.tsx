import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Drawing } from "./diagram-drawer.ts";

/** Shows a drawing as large as it is, over the page. */
export function EnlargeDiagram({
  drawing,
  title,
}: {
  readonly drawing: Drawing;
  readonly title: string;
}): JSX.Element {
  const [shown, setShown] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (shown) dialog.current?.showModal();
  }, [shown]);
  return (
    <>
      <button type="button" class="button quiet copy" onClick={() => setShown(true)}>
        Enlarge
      </button>
      {shown && (
        <dialog ref={dialog} class="dialog diagram-dialog" aria-label={title} onClose={() => setShown(false)}>
          {/* biome-ignore lint/a11y/useSemanticElements: a section would be one of many landmarks */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <div class="diagram-large" tabIndex={0} role="group" aria-label={title}>
            <img src={drawing.url} width={drawing.width} height={drawing.height} alt={title} />
          </div>
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </dialog>
      )}
    </>
  );
}
