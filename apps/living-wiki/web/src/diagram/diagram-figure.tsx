import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { CopyButton } from "../shell/copy-button.tsx";
import { useStore } from "../store/page-store.ts";
import type { Drawing } from "./diagram-drawer.ts";
import { EnlargeDiagram } from "./enlarge-diagram.tsx";

type Drawn =
  | { readonly state: "drawing" }
  | { readonly state: "drawn"; readonly drawing: Drawing }
  | { readonly state: "failed"; readonly problem: string };

/** Made smaller than this part of itself a drawing is not read any more: then it is scrolled. */
const smallest = 0.45;

/** A Mermaid text as a picture, with its text and a link to where it can be edited. */
export function DiagramFigure({
  source,
  title = "Diagram",
  href,
}: {
  readonly source: string;
  readonly title?: string;
  /** Where it opens in draw.io. */
  readonly href?: string;
}): JSX.Element {
  const { diagrams, theme } = useStore();
  const shown = theme.shown.value;
  const [drawn, setDrawn] = useState<Drawn>({ state: "drawing" });
  useEffect(() => {
    let stale = false;
    diagrams.draw(source, shown).then(
      (drawing) => !stale && setDrawn({ state: "drawn", drawing }),
      (error: unknown) => !stale && setDrawn({ state: "failed", problem: messageOf(error) }),
    );
    return () => {
      stale = true;
    };
  }, [source, shown]);

  return (
    <figure class="diagram" data-state={drawn.state}>
      {drawn.state === "drawing" && (
        <div class="diagram-canvas waiting" role="status">
          Drawing …
        </div>
      )}
      {drawn.state === "drawn" && (
        // biome-ignore lint/a11y/useSemanticElements: a section would be one of many landmarks
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <div class="diagram-canvas" tabIndex={0} role="group" aria-label={title}>
          <img
            src={drawn.drawing.url}
            width={drawn.drawing.width}
            height={drawn.drawing.height}
            style={{ minWidth: `${drawn.drawing.width * smallest}px` }}
            alt={`${title}, drawn; its text is below`}
          />
        </div>
      )}
      {drawn.state === "failed" && (
        <div class="note note-error">
          <p class="error-message">This diagram cannot be drawn. Its text is below; mend it there.</p>
          <pre class="code">{drawn.problem}</pre>
        </div>
      )}
      <figcaption>
        <span class="diagram-title">{title}</span>
        {href !== undefined && (
          <a href={href} target="_blank" rel="noreferrer noopener">
            Open in draw.io
          </a>
        )}
        {drawn.state === "drawn" && <EnlargeDiagram drawing={drawn.drawing} title={title} />}
        <CopyButton text={source} />
      </figcaption>
      <details class="meta" open={drawn.state === "failed"}>
        <summary>Text of the diagram</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre class="code" tabIndex={0}>
          {source}
        </pre>
      </details>
    </figure>
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
