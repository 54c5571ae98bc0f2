import type { JSX } from "preact";
import type { DiagramView } from "../../../src/contract/diagram.ts";
import { CopyButton } from "../shell/copy-button.tsx";
import { DiagramFigure } from "./diagram-figure.tsx";

/** A diagram that came as a draw.io link: drawn where it is Mermaid, else its text and the way to open it. */
export function LinkedDiagram({
  diagram,
  title = "Diagram",
}: {
  readonly diagram: DiagramView;
  readonly title?: string;
}): JSX.Element {
  const { href, format, text, problem } = diagram;
  if (format === "mermaid" && text !== undefined)
    return <DiagramFigure source={text} title={title} href={href} />;
  return (
    <figure class="diagram" data-state="linked">
      <p class="diagram-linked">
        {problem ?? `A diagram as ${format === "csv" ? "CSV" : "draw.io XML"}: only draw.io can draw it.`}
      </p>
      <figcaption>
        <span class="diagram-title">{title}</span>
        <a href={href} target="_blank" rel="noreferrer noopener">
          Open in draw.io
        </a>
        {text !== undefined && <CopyButton text={text} />}
      </figcaption>
    </figure>
  );
}
