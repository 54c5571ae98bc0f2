/** Time and chance, injectable so that tests own them. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A number in [0, 1). */
  random(): number;
  /** Runs something once after a while; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** `setTimeout` fires at once beyond this; longer waits are made of several. */
const longestTimerMs = 2 ** 31 - 1;

/** The clock of the machine. `after` takes any length, `Infinity` included (never). */
export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    random: () => Math.random(),
    after(ms, run) {
      let left = ms;
      let timer: ReturnType<typeof setTimeout>;
      const arm = (): void => {
        const step = Math.min(left, longestTimerMs);
        left -= step;
        timer = setTimeout(left > 0 ? arm : run, step);
      };
      if (ms === Number.POSITIVE_INFINITY) return () => {};
      arm();
      return () => clearTimeout(timer);
    },
  };
}
