import type { JSX } from "preact";
import { useState } from "preact/hooks";

const shownMs = 2_000;

/** Copies a text and says so. */
export function CopyButton({
  text,
  label = "Copy",
}: {
  readonly text: string;
  readonly label?: string;
}): JSX.Element {
  const [said, setSaid] = useState<string>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("Not allowed"); // by the browser; the text is there to be selected
    }
    setTimeout(() => setSaid(undefined), shownMs);
  };
  return (
    <button type="button" class="button quiet copy" onClick={copy}>
      <span aria-live="polite">{said ?? label}</span>
    </button>
  );
}
