import type { Redactor } from "./redactor.ts";

/** What a process says on stderr, made fit to be shown. */
export interface StderrLog {
  /** Takes bytes; returns the text that may be shown now, or "" while a line is incomplete. */
  add(chunk: Uint8Array): string;
  /** The end of the stream: what an unfinished line still held. */
  end(): string;
  /** The last of it, redacted. */
  tail(): string;
}

const ringCharacters = 8 * 1024;
/** An unfinished line is shown in pieces from this length on. */
const longestLine = 16 * 1024;
/** Text that is shown must not act: terminal escape sequences, and control characters but for tab and newline. */
const escapeSequence = new RegExp(
  `${String.fromCharCode(0x1b)}(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^\\p{Cc}]*)`,
  "gu",
);
const controlCharacter = /(?![\t\n])\p{Cc}/gu;

/** Makes an empty log. Only whole lines are redacted and shown, so that no secret slips through in two halves. */
export function createStderrLog(redact: Redactor): StderrLog {
  const decoder = new TextDecoder();
  let unfinished = "";
  let ring = "";

  const show = (text: string): string => {
    if (text === "") return "";
    const clean = redact(text).replace(escapeSequence, "").replace(controlCharacter, "");
    ring = `${ring}${clean}`.slice(-ringCharacters);
    return clean;
  };

  return {
    add(chunk) {
      const text = unfinished + decoder.decode(chunk, { stream: true });
      const end = text.lastIndexOf("\n") + 1;
      unfinished = text.slice(end);
      const lines = show(text.slice(0, end));
      if (unfinished.length <= longestLine) return lines;
      // What is whole is taken out first; half a secret can only be in the last `longest` characters.
      const redacted = redact(unfinished);
      const keep = Math.max(0, redact.longest - 1);
      unfinished = keep === 0 ? "" : redacted.slice(-keep);
      return lines + show(keep === 0 ? redacted : redacted.slice(0, -keep));
    },
    end() {
      const rest = unfinished + decoder.decode();
      unfinished = "";
      return show(rest);
    },
    tail: () => ring,
  };
}
