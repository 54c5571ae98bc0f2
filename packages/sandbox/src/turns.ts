import { cancelledError } from "./error.ts";
import { onAbort } from "./on-abort.ts";

/** Runs one piece of work at a time, in the order of the callers. */
export interface Turns {
  /** @throws {SandboxError} `cancelled` if the signal is aborted before the turn has come */
  take<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
}

/** `sandbox` is the adapter's id, for the error. */
export function createTurns(sandbox: string): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    async take(signal, work) {
      const previous = last;
      let over: () => void = () => {};
      const mine = new Promise<void>((resolve) => {
        over = resolve;
      });
      last = previous.then(() => mine);
      try {
        await cancellable(previous, signal, sandbox);
        return await work();
      } finally {
        over();
      }
    },
  };
}

/** Waits for a promise that never rejects, unless the signal is aborted first. */
async function cancellable(
  wait: Promise<unknown>,
  signal: AbortSignal | undefined,
  sandbox: string,
): Promise<void> {
  if (signal?.aborted) throw cancelledError(signal, sandbox);
  let forget: () => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    forget = onAbort(signal, () => reject(cancelledError(signal, sandbox)));
  });
  try {
    await Promise.race([wait, aborted]);
  } finally {
    forget();
  }
}
