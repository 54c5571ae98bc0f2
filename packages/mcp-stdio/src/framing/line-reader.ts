import { createLongLine, type LongLine } from "./long-line.ts";

/** Where the lines of a stream go. */
export interface LineHandlers {
  /** A line without its newline, decoded. */
  line(text: string): void;
  /** A line that is not UTF-8. */
  garbled(bytes: Uint8Array): void;
  /** The end of a line that was longer than allowed: its middle was never kept. */
  overlong(line: LongLine): void;
}

const newline = 0x0a;

/**
 * Puts a stream of bytes together to lines (2025-11-25 and 2026-07-28 basic/transports/stdio). Every byte is looked
 * at once and copied at most once, so that a long line costs linear time; what does not end within `maxLineBytes` is
 * skipped to its newline. Returns the function that takes the next chunk.
 */
export function createLineReader(maxLineBytes: number, handlers: LineHandlers): (chunk: Uint8Array) => void {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let long: LongLine | undefined;

  const emit = (line: Uint8Array): void => {
    let text: string;
    try {
      text = decoder.decode(line);
    } catch {
      handlers.garbled(line); // fatal decoding throws for one reason only: it is not UTF-8
      return;
    }
    handlers.line(text);
  };

  const hold = (piece: Uint8Array): void => {
    if (piece.length === 0) return;
    if (long !== undefined) {
      long.add(piece);
      return;
    }
    held.push(piece);
    heldBytes += piece.length;
    if (heldBytes <= maxLineBytes) return;
    long = createLongLine();
    for (const part of held) long.add(part);
    held = [];
    heldBytes = 0;
  };

  const finish = (): void => {
    if (long !== undefined) {
      const line = long;
      long = undefined;
      handlers.overlong(line);
      return;
    }
    const line = held.length === 1 && held[0] !== undefined ? held[0] : join(held, heldBytes);
    held = [];
    heldBytes = 0;
    emit(line);
  };

  /** Many lines in one piece: decoded at once, which costs a fraction of decoding each. */
  const emitBlock = (block: Uint8Array): void => {
    let text: string;
    try {
      text = decoder.decode(block);
    } catch {
      // One of the lines is not UTF-8; the others are none the worse.
      emitEach(block);
      return;
    }
    let from = 0;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
      handlers.line(text.slice(from, at));
      from = at + 1;
    }
    handlers.line(from === 0 ? text : text.slice(from));
  };

  const emitEach = (block: Uint8Array): void => {
    let from = 0;
    for (let at = block.indexOf(newline); ; at = block.indexOf(newline, from)) {
      hold(block.subarray(from, at === -1 ? block.length : at));
      finish();
      if (at === -1) return;
      from = at + 1;
    }
  };

  return (chunk) => {
    let from = 0;
    if (heldBytes > 0 || long !== undefined) {
      const end = chunk.indexOf(newline);
      hold(end === -1 ? chunk : chunk.subarray(0, end));
      if (end === -1) return;
      finish();
      from = end + 1;
    }
    const last = chunk.lastIndexOf(newline);
    if (last >= from) {
      const block = chunk.subarray(from, last);
      if (block.length <= maxLineBytes) emitBlock(block);
      else emitEach(block);
      from = last + 1;
    }
    hold(from === 0 ? chunk : chunk.subarray(from));
  };
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}
