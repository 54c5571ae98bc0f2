/** Chunks of bytes, first in, first out, in constant time (an array's `shift` moves all the others). */
export interface ChunkList {
  readonly bytes: number;
  push(chunk: Uint8Array): void;
  shift(): Uint8Array | undefined;
  /** Forgets this many of the oldest bytes. */
  drop(bytes: number): void;
  clear(): void;
}

export function createChunkList(): ChunkList {
  let chunks: Uint8Array[] = [];
  let head = 0;
  let bytes = 0;
  const shift = (): Uint8Array | undefined => {
    const chunk = chunks[head];
    if (chunk === undefined) return undefined;
    head += 1;
    bytes -= chunk.length;
    if (head * 2 > chunks.length) {
      chunks = chunks.slice(head);
      head = 0;
    }
    return chunk;
  };
  return {
    get bytes() {
      return bytes;
    },
    push(chunk) {
      chunks.push(chunk);
      bytes += chunk.length;
    },
    shift,
    drop(count) {
      for (let left = count; left > 0; ) {
        const chunk = shift();
        if (chunk === undefined) return;
        if (chunk.length > left) {
          const kept = chunk.subarray(left);
          // There is room before the head, or the list was just cut and this goes to its front.
          if (head > 0) {
            head -= 1;
            chunks[head] = kept;
          } else chunks.unshift(kept);
          bytes += kept.length;
          return;
        }
        left -= chunk.length;
      }
    },
    clear() {
      chunks = [];
      head = 0;
      bytes = 0;
    },
  };
}
