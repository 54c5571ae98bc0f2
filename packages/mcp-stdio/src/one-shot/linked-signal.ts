/** A signal that aborts with any of some others, until it is let go. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Takes the listeners off. */
  release(): void;
}

/**
 * Links signals. `AbortSignal.any` would do, but holds on to what lives longer than it in some versions of Node, and
 * the signal of a whole connection does.
 */
export function linkSignals(signals: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const linked = new AbortController();
  const sources = signals.filter((signal) => signal !== undefined);
  const onAbort = (event: Event): void => linked.abort((event.target as AbortSignal).reason);
  for (const source of sources) {
    if (source.aborted) linked.abort(source.reason);
    else source.addEventListener("abort", onAbort, { once: true });
  }
  return {
    signal: linked.signal,
    release() {
      for (const source of sources) source.removeEventListener("abort", onAbort);
    },
  };
}
