/** Renews something at every third of its life, until the returned function is called. */
export function keepAlive(
  lifetimeMs: number,
  renew: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stop = new AbortController();
  let renewing: Promise<void> | undefined;
  const timer = setInterval(() => {
    // One at a time: a renewal that hangs is not helped by another.
    renewing ??= renew(stop.signal)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) onError(error);
      })
      .finally(() => {
        renewing = undefined;
      });
  }, lifetimeMs / 3);
  // A session that nobody closed must not keep the program alive.
  timer.unref();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await renewing;
  };
}
