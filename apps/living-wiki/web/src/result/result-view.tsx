import type { JSX } from "preact";
import type { ResultView as Result } from "../../../src/contract/call.ts";
import { Block, ContentBlock } from "./content-block.tsx";
import { JsonText } from "./json-text.tsx";

/** Everything a tool answered, block by block. */
export function ResultView({ result }: { readonly result: Result }): JSX.Element {
  const { content, structuredContent, _meta, isError } = result;
  const empty = content.length === 0 && structuredContent === undefined;
  return (
    <div class="result" data-error={isError}>
      {isError && (
        <p class="note note-error" role="alert">
          The tool answered that it failed. What it said:
        </p>
      )}
      {empty && <p class="muted">The answer is empty.</p>}
      {content.map((block, index) => (
        <ContentBlock key={index} block={block} />
      ))}
      {structuredContent !== undefined && (
        <Block kind="structured">
          <JsonText value={structuredContent} />
        </Block>
      )}
      {_meta !== undefined && (
        <details class="meta">
          <summary>Metadata of the answer</summary>
          <JsonText value={_meta} />
        </details>
      )}
    </div>
  );
}
