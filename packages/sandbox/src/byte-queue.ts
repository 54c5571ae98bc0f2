import { createChunkList } from "./chunk-list.ts";
import { type Deferred, deferred } from "./deferred.ts";

/** Options of {@link createByteQueue}. */
export interface ByteQueueOptions {
  /** Bytes held while nobody reads. Default: 256 KiB. */
  readonly limitBytes?: number;
  /** At the limit: `wait` asks the producer to pause, `drop-oldest` forgets the oldest bytes. Default: `wait`. */
  readonly overflow?: "wait" | "drop-oldest";
}

/** A byte stream between one producer and one reader, with back-pressure. */
export interface ByteQueue extends AsyncIterable<Uint8Array> {
  /** Adds bytes. `false`: the limit is reached, wait for {@link ByteQueue.drained} before the next one. */
  push(chunk: Uint8Array): boolean;
  /** Resolves when the reader has caught up, has left, or the queue was released. */
  drained(): Promise<void>;
  /** No more bytes. Idempotent. */
  end(): void;
  /** No more bytes, and the reader gets this error after what is held. Ignored after `end()`. */
  fail(error: unknown): void;
  /** Lifts the limit: what still comes is bounded by other means, because the producer has ended. */
  release(): void;
  /** Resolves at `end()` or `fail()`. */
  readonly ended: Promise<void>;
}

/** Makes an empty {@link ByteQueue}. */
export function createByteQueue(options: ByteQueueOptions = {}): ByteQueue {
  const { limitBytes = 256 * 1024, overflow = "wait" } = options;
  const held = createChunkList();
  let state: "open" | "ended" | "failed" = "open";
  let failure: unknown;
  let limited = true;
  let left = false;
  let reader: Deferred<IteratorResult<Uint8Array, undefined>> | undefined;
  let drain: Deferred<void> | undefined;
  const ended = deferred<void>();

  const full = (): boolean => overflow === "wait" && limited && !left && held.bytes >= limitBytes;
  const announceDrain = (): void => {
    if (full()) return;
    drain?.resolve();
    drain = undefined;
  };
  const finish = (next: "ended" | "failed", error?: unknown): void => {
    if (state !== "open") return;
    state = next;
    failure = error;
    limited = false;
    announceDrain();
    ended.resolve();
    if (next === "ended") reader?.resolve({ done: true, value: undefined });
    else reader?.reject(error);
    reader = undefined;
  };
  const iterator: AsyncIterator<Uint8Array, undefined> = {
    next() {
      const chunk = held.shift();
      if (chunk !== undefined) {
        announceDrain();
        return Promise.resolve({ done: false, value: chunk });
      }
      if (left || state === "ended") return Promise.resolve({ done: true, value: undefined });
      if (state === "failed") return Promise.reject(failure);
      reader ??= deferred();
      return reader.promise;
    },
    return() {
      left = true;
      held.clear();
      announceDrain();
      reader?.resolve({ done: true, value: undefined });
      reader = undefined;
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return {
    push(chunk) {
      if (state !== "open" || left || chunk.length === 0) return true;
      if (reader !== undefined) {
        reader.resolve({ done: false, value: chunk });
        reader = undefined;
        return true;
      }
      held.push(chunk);
      if (overflow === "drop-oldest") held.drop(held.bytes - limitBytes);
      return !full();
    },
    drained() {
      if (!full()) return Promise.resolve();
      drain ??= deferred();
      return drain.promise;
    },
    end: () => finish("ended"),
    fail: (error) => finish("failed", error),
    release() {
      limited = false;
      announceDrain();
    },
    ended: ended.promise,
    [Symbol.asyncIterator]: () => iterator,
  };
}

/** Moves everything of `source` into `queue`, no faster than the reader wants it. Never rejects. */
export async function pump(source: AsyncIterable<Uint8Array>, queue: ByteQueue): Promise<void> {
  try {
    for await (const chunk of source) if (!queue.push(chunk)) await queue.drained();
    queue.end();
  } catch (error) {
    queue.fail(error);
  }
}
