/** How some work ended. */
export type Outcome<T> =
  | { readonly kind: "done"; readonly value: T }
  /** It threw, or the request was aborted. */
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "late" };

/**
 * Runs `work` with a signal that aborts with `outer` and after `timeoutMs`. Work that ignores its signal is left
 * behind, and nobody waits for it.
 */
export async function withinTime<T>(
  timeoutMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Outcome<T>> {
  if (outer.aborted) return { kind: "failed", error: outer.reason };
  const deadline = new AbortController();
  const signal = AbortSignal.any([outer, deadline.signal]);
  const timer = setTimeout(() => deadline.abort(new Error(`No answer within ${timeoutMs} ms.`)), timeoutMs);
  const interrupted = new Promise<Outcome<T>>((resolve) => {
    const stop = (): void =>
      resolve(deadline.signal.aborted ? { kind: "late" } : { kind: "failed", error: outer.reason });
    signal.addEventListener("abort", stop, { once: true });
  });
  const worked = work(signal).then(
    (value): Outcome<T> => ({ kind: "done", value }),
    (error: unknown): Outcome<T> => ({ kind: "failed", error }),
  );
  try {
    return await Promise.race([interrupted, worked]);
  } finally {
    clearTimeout(timer);
  }
}
