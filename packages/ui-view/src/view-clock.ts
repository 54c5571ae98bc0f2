/** Time, as a view needs it; hand in your own to test what waits. */
export interface ViewClock {
  /** Milliseconds since some fixed moment; never goes back. */
  now(): number;
  /** Runs something once, `delayMs` from now; the answer takes it back. */
  after(delayMs: number, run: () => void): () => void;
}

/** The clock of this page. */
export function pageClock(): ViewClock {
  return {
    now: () => performance.now(),
    after(delayMs, run) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  };
}
