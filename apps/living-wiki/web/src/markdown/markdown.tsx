import { lexer, type Token } from "marked";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Blocks } from "./blocks.tsx";

/**
 * Markdown as elements. A kept lexer reads it; what it found is made into elements one by one, so that nothing in the
 * text can become markup of its own: HTML in it is shown as the text it is.
 */
export function Markdown({
  text,
  class: className = "",
}: {
  readonly text: string;
  readonly class?: string;
}): JSX.Element {
  const tokens = useMemo(() => readTokens(text), [text]);
  return (
    <div class={`prose ${className}`}>
      {tokens === undefined ? (
        <>
          <p class="note">This text is nested too deeply to be laid out; here it is as written.</p>
          <pre>{text}</pre>
        </>
      ) : (
        <Blocks tokens={tokens} depth={0} />
      )}
    </div>
  );
}

/** Undefined for a text whose nesting is deeper than a stack can follow. */
function readTokens(text: string): readonly Token[] | undefined {
  try {
    return lexer(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
