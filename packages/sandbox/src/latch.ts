/** An event that happens once. Unlike an AbortSignal it may have any number of listeners without a warning. */
export interface Latch {
  /** Why it happened; `undefined` until then. */
  readonly reason: Error | undefined;
  /** Lets it happen. Only the first call counts. */
  set(reason: Error): void;
  /** Calls `run` when it happens, at once if it has. The returned function takes the listener off. */
  on(run: (reason: Error) => void): () => void;
}

export function createLatch(): Latch {
  const listeners = new Set<(reason: Error) => void>();
  let reason: Error | undefined;
  return {
    get reason() {
      return reason;
    },
    set(why) {
      if (reason !== undefined) return;
      reason = why;
      for (const listener of listeners) listener(why);
      listeners.clear();
    },
    on(run) {
      if (reason !== undefined) {
        run(reason);
        return () => {};
      }
      listeners.add(run);
      return () => listeners.delete(run);
    },
  };
}
