/** What is kept of a line that was too long to keep: how it began and how it ended. */
export interface LongLine {
  readonly bytes: number;
  add(piece: Uint8Array): void;
  /** The first bytes, as text; bytes that are not UTF-8 are replaced. */
  head(): string;
  /** The last bytes, likewise. */
  tail(): string;
}

/** Enough for an envelope at either end of a line; more would only hold on to content. */
const edgeBytes = 1024;

/** Makes an empty long line. */
export function createLongLine(): LongLine {
  const decoder = new TextDecoder();
  let head = new Uint8Array(0);
  let tail = new Uint8Array(0);
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    add(piece) {
      bytes += piece.length;
      if (head.length < edgeBytes) head = joined(head, piece.subarray(0, edgeBytes - head.length));
      const end = piece.subarray(Math.max(0, piece.length - edgeBytes));
      tail = joined(tail.subarray(Math.max(0, tail.length + end.length - edgeBytes)), end);
    },
    head: () => decoder.decode(head),
    tail: () => decoder.decode(tail),
  };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
