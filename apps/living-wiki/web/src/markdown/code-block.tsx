import type { JSX } from "preact";
import { DiagramFigure } from "../diagram/diagram-figure.tsx";
import { CopyButton } from "../shell/copy-button.tsx";

/** Code as written, with a way to copy it; Mermaid is drawn. */
export function CodeBlock({
  language,
  text,
}: {
  readonly language: string;
  readonly text: string;
}): JSX.Element {
  if (language.toLowerCase() === "mermaid") return <DiagramFigure source={text} />;
  return (
    <div class="code-block">
      <div class="code-head">
        <span>{language === "" ? "text" : language}</span>
        <CopyButton text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
