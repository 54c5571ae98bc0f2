import type { JSX } from "preact";
import type { ToolView } from "../../../src/contract/tool-view.ts";

/** What a server says its tool does to the world. Hints, not promises. */
export function ToolHints({ tool }: { readonly tool: ToolView }): JSX.Element {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations ?? {};
  const hints = [
    readOnlyHint === true && { text: "read-only", kind: "good" },
    readOnlyHint === false && destructiveHint === true && { text: "destructive", kind: "warning" },
    idempotentHint === true && { text: "idempotent", kind: "plain" },
    openWorldHint === true && { text: "reaches outside", kind: "plain" },
  ].filter((hint) => hint !== false);
  return (
    <>
      {hints.map(({ text, kind }) => (
        <span key={text} class={`chip chip-${kind}`} title="Said by the server">
          {text}
        </span>
      ))}
    </>
  );
}
