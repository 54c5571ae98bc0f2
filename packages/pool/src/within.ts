import type { Clock } from "@x/mcp-core";

/** Waits for a promise, or for a while, whichever is first; the promise itself goes on. */
export function within<T>(promise: Promise<T>, ms: number, clock: Clock, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(late()));
    promise.then(resolve, reject).finally(cancel);
  });
}
