import type { Readable } from "node:stream";
import { type ByteQueue, type ByteQueueOptions, createByteQueue } from "@x/sandbox";

/** The bytes of a Node stream as a {@link ByteQueue}, with one hop less than its async iterator. */
export function readableQueue(readable: Readable, options?: ByteQueueOptions): ByteQueue {
  const queue = createByteQueue(options);
  readable.on("data", (chunk: Uint8Array) => {
    if (queue.push(chunk)) return;
    readable.pause();
    void queue.drained().then(() => readable.resume());
  });
  // A reset of the pipe is its end too: how the program ended is told by its exit.
  for (const event of ["end", "close", "error"]) readable.once(event, queue.end);
  return queue;
}
