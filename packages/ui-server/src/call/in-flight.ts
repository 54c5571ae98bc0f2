/** Counts what is running, by key. */
export interface InFlight {
  /** Runs `work`, or returns `undefined` where too much is running already. */
  run<T>(key: string, work: () => Promise<T>): Promise<{ readonly value: T } | undefined>;
}

/** Lets `max` run at a time for each key. */
export function createInFlight(max: number): InFlight {
  const running = new Map<string, number>();
  return {
    async run(key, work) {
      const count = running.get(key) ?? 0;
      if (count >= max) return undefined;
      running.set(key, count + 1);
      try {
        return { value: await work() };
      } finally {
        const left = (running.get(key) ?? 1) - 1;
        if (left > 0) running.set(key, left);
        else running.delete(key);
      }
    },
  };
}
