import { abortable } from "./abortable.ts";
import type { Clock } from "./clock.ts";
import type { KeyValueLease, KeyValueStore } from "./key-value-store.ts";
import { OperationTimeoutError } from "./operation-timeout-error.ts";

/** A lock that does not tell when it is free, so that whoever wants it asks again and again. */
export interface PolledLock {
  /** Takes it, and answers with the fence, above 0; or answers 0 where somebody has it. */
  take(): Promise<number>;
  /** Gives it back. */
  release(fence: number): Promise<void>;
  /** The waits between two questions, drawn anew each time. */
  readonly pollMs: { readonly least: number; readonly most: number };
}

const what = "Waiting for a lock";

/**
 * Runs something under a polled lock, as `lock` of a {@link KeyValueStore} has to: for the lease at most, and after
 * waiting for so long at most.
 *
 * @throws OperationTimeoutError (deadline `lock`) when it was not free in time, and as the reason of the lease's signal
 * @throws OperationCancelledError when the signal aborts while it waits
 */
export async function runLocked<T>(
  clock: Clock,
  { leaseMs, waitMs, signal }: Parameters<KeyValueStore["lock"]>[1],
  lock: PolledLock,
  run: (lease: KeyValueLease) => Promise<T>,
): Promise<T> {
  const { least, most } = lock.pollMs;
  const until = clock.now() + waitMs;
  await abortable(Promise.resolve(), signal, what);
  let fence = await lock.take();
  while (fence <= 0) {
    const left = until - clock.now();
    if (left <= 0) throw new OperationTimeoutError({ deadline: "lock", timeoutMs: waitMs, what });
    await pause(clock, Math.min(least + clock.random() * (most - least), left), signal);
    fence = await lock.take();
  }
  const ended = new AbortController();
  const stopTimer = clock.after(leaseMs, () =>
    ended.abort(new OperationTimeoutError({ deadline: "lock", timeoutMs: leaseMs, what: "A held lock" })),
  );
  try {
    return await run({ signal: ended.signal, fence });
  } finally {
    stopTimer();
    await lock.release(fence);
  }
}

async function pause(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  let stopTimer = (): void => {};
  const over = new Promise<void>((resolve) => {
    stopTimer = clock.after(ms, resolve);
  });
  try {
    await abortable(over, signal, what);
  } finally {
    stopTimer();
  }
}
