import type { JSX } from "preact";
import type { DrawioView } from "../../../src/contract/diagram.ts";
import { ErrorNote } from "../result/error-note.tsx";
import { CopyButton } from "../shell/copy-button.tsx";

/** Says how diagrams come to the wiki, where they do not yet. */
export function DrawioHint({ drawio }: { readonly drawio: DrawioView }): JSX.Element | null {
  if (drawio.enabled && drawio.problem === undefined) return null;
  const { local, remote } = drawio.howTo;
  return (
    <section class="panel">
      <h2>Diagrams with draw.io</h2>
      {drawio.problem !== undefined && <ErrorNote error={drawio.problem} />}
      <p class="muted">
        {drawio.enabled
          ? "Start the app again with other variables, such as these."
          : "The agent can draw when draw.io's MCP server is there. Start the app with these variables and it is installed inside a sandbox on first use."}
      </p>
      <HowTo title="The server as a program in the sandbox" lines={local} />
      <HowTo title="A server that runs elsewhere" lines={remote} />
    </section>
  );
}

function HowTo({
  title,
  lines,
}: {
  readonly title: string;
  readonly lines: readonly string[];
}): JSX.Element | null {
  if (lines.length === 0) return null;
  const text = lines.join("\n");
  return (
    <div class="code-block">
      <div class="code-head">
        <span>{title}</span>
        <CopyButton text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
