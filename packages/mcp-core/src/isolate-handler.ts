/**
 * Wraps a callback of the host, so that what it throws or rejects with disturbs nobody. Its first error is reported:
 * to `report`, which says whether it took it, else as an uncaught error of its own, as `EventTarget` does it. Further
 * ones are of the same callback and say nothing new.
 */
export function isolateHandler<A extends readonly unknown[]>(
  handler: (...args: A) => unknown,
  report?: (error: unknown, ...args: A) => boolean,
): (...args: A) => void {
  let told = false;
  return (...args) => {
    const failed = (error: unknown): void => {
      if (told) return;
      told = true;
      if (report?.(error, ...args)) return;
      queueMicrotask(() => {
        throw error;
      });
    };
    try {
      const result = handler(...args);
      if (isThenable(result)) result.then(undefined, failed);
    } catch (error) {
      failed(error);
    }
  };
}

/** An `async` function is a callback too, and its rejection would be one of nobody. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function"
  );
}
