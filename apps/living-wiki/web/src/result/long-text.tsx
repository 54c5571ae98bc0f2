import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";

const shownChars = 4_000;

/** A text of whatever length: the first part of a long one, and all of it on request. */
export function LongText({
  text,
  class: className,
  render = (part) => part,
}: {
  readonly text: string;
  readonly class: string;
  render?(part: string): ComponentChildren;
}): JSX.Element {
  const [all, setAll] = useState(false);
  const cut = text.length > shownChars && !all;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre class={className} tabIndex={0}>
        {render(cut ? `${text.slice(0, shownChars)}…` : text)}
      </pre>
      {cut && (
        <button type="button" class="button quiet" onClick={() => setAll(true)}>
          Show all {text.length.toLocaleString()} characters
        </button>
      )}
    </>
  );
}
