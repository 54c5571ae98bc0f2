/** A text for a model, and what was done to it. */
export interface CleanedText {
  readonly text: string;
  /** How many hidden or control characters were taken out. */
  readonly removed: number;
  /** How many bytes were cut off; the text says so too. */
  readonly cutBytes: number;
}

/**
 * Characters that a person does not see and a model does: controls but tab and line feed, bidirectional overrides,
 * zero-width characters, tags, and the supplement of variation selectors, in which text can be hidden.
 */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]|(?<=[\u0000-\u007F]|^)[\u200C\u200D]|[\u200C\u200D](?=[\u0000-\u007F]|$)/gu;

/** Takes hidden characters out of a text, and cuts it to a number of bytes in UTF-8; both are told. */
export function cleanText(text: string, maxBytes: number): CleanedText {
  // A carriage return before a line feed is how some systems end a line, and nothing is hidden in it.
  const unix = text.replaceAll("\r\n", "\n");
  let removed = 0;
  const visible = unix.replace(hidden, () => {
    removed++;
    return "";
  });
  const bytes = new TextEncoder().encode(visible);
  if (bytes.length <= maxBytes) return { text: visible, removed, cutBytes: 0 };
  const kept = headOf(bytes, Math.max(0, maxBytes - noteBytes));
  const cutBytes = bytes.length - new TextEncoder().encode(kept).length;
  return { text: `${kept}\n[… ${cutBytes} more bytes of this text were cut off]`, removed, cutBytes };
}

/** Room for the sentence that says how much is missing. */
const noteBytes = 64;

/** The first bytes of a text as a text: a character is never cut in two. */
export function headOf(bytes: Uint8Array, length: number): string {
  let end = Math.min(length, bytes.length);
  while (end > 0 && end < bytes.length && isContinuation(bytes[end])) end--;
  return new TextDecoder().decode(bytes.subarray(0, end));
}

/** The last bytes of a text as a text. */
export function tailOf(bytes: Uint8Array, length: number): string {
  let start = Math.max(0, bytes.length - length);
  while (start < bytes.length && isContinuation(bytes[start])) start++;
  return new TextDecoder().decode(bytes.subarray(start));
}

/** In UTF-8 every byte of a character but its first is 10xxxxxx. */
export function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
