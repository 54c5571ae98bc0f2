import type { Timer } from "./deadline.ts";
import { cancelledError } from "./error.ts";
import { interruptible } from "./interruptible.ts";

/** Limits of {@link withStartDeadline}. */
export interface StartDeadline {
  /** The adapter's id, for the error. */
  readonly sandbox: string;
  /** In milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** For tests. */
  readonly timer?: Timer;
}

/**
 * Runs a request to a backend that may hang, such as the probe of `open()`. `begin` gets a signal that is aborted when the
 * caller's is, or when the time is over.
 *
 * @throws {SandboxError} `timeout`, `cancelled`
 */
export async function withStartDeadline<T>(
  begin: (signal: AbortSignal) => Promise<T>,
  deadline: StartDeadline,
): Promise<T> {
  if (deadline.signal?.aborted) throw cancelledError(deadline.signal, deadline.sandbox);
  return interruptible(begin, deadline).result;
}
