import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { type DiffLine, diffLines } from "./line-diff.ts";

/** So many unchanged lines stay around a change. */
const context = 2;

const signs = { same: " ", added: "+", removed: "−" } as const;
const words = { same: "", added: "added: ", removed: "removed: " } as const;

/** What a text becomes, line by line. */
export function DiffView({
  before,
  after,
}: {
  readonly before: string;
  readonly after: string;
}): JSX.Element {
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  if (lines.every(({ kind }) => kind === "same")) return <p class="muted">The text stays as it is.</p>;
  const shown = lines.map((_, index) => isNearChange(lines, index));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be one of many landmarks
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="diff" tabIndex={0} role="group" aria-label="What changes">
      {lines.map((line, index) => {
        if (shown[index]) return <Line key={index} line={line} />;
        return shown[index - 1] !== false ? (
          <p key={index} class="diff-gap">
            …
          </p>
        ) : null;
      })}
    </div>
  );
}

function Line({ line: { kind, text } }: { readonly line: DiffLine }): JSX.Element {
  return (
    <p class="diff-line" data-kind={kind}>
      <span class="diff-sign" aria-hidden="true">
        {signs[kind]}
      </span>
      <span class="visually-hidden">{words[kind]}</span>
      <span>{text === "" ? " " : text}</span>
    </p>
  );
}

function isNearChange(lines: readonly DiffLine[], index: number): boolean {
  return lines.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind !== "same");
}
