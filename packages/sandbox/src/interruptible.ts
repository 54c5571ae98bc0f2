import { systemTimer, type Timer } from "./deadline.ts";
import { cancelledError, SandboxError } from "./error.ts";
import type { Latch } from "./latch.ts";
import { onAbort } from "./on-abort.ts";

/** What may end an {@link interruptible} start early. */
export interface Interruptions {
  /** The adapter's id, for the errors. */
  readonly sandbox: string;
  /** The caller's signal: `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** In milliseconds: `timeout`. */
  readonly timeoutMs?: number | undefined;
  /** The end of the session: its reason. */
  readonly closing?: Latch;
  readonly timer?: Timer | undefined;
}

/**
 * Runs `begin` until it settles or is interrupted. Then `result` rejects at once, even if `begin` hangs; `settled` tells
 * when `begin` itself is over, and what it gave too late.
 */
export function interruptible<T>(
  begin: (signal: AbortSignal) => Promise<T>,
  { sandbox, signal, timeoutMs, closing, timer = systemTimer }: Interruptions,
): { readonly result: Promise<T>; readonly settled: Promise<{ readonly late?: T }> } {
  const stop = new AbortController();
  let rejectResult: (error: Error) => void = () => {};
  const interrupt = (error: Error): void => {
    if (stop.signal.aborted) return;
    stop.abort(error);
    rejectResult(error);
  };
  const given = begin(stop.signal);
  const result = new Promise<T>((resolve, reject) => {
    rejectResult = reject;
    given.then((value) => (stop.signal.aborted ? undefined : resolve(value)), reject);
  });
  const settled = given.then(
    (value) => (stop.signal.aborted ? { late: value } : {}),
    () => ({}),
  );
  const forget = onAbort(signal, () => interrupt(cancelledError(signal, sandbox)));
  const ignore = closing?.on(interrupt);
  const cancelTimer =
    timeoutMs === undefined ? undefined : timer(timeoutMs, () => interrupt(startTimeout(sandbox)));
  const cleanUp = (): void => {
    forget();
    ignore?.();
    cancelTimer?.();
  };
  result.then(cleanUp, cleanUp);
  return { result, settled };
}

function startTimeout(sandbox: string): SandboxError {
  return new SandboxError("timeout", {
    message: "The sandbox did not answer or start the program within its deadline.",
    sandbox,
  });
}
