/** How many things may happen at once. */
export interface Slots {
  /** Waits for a slot; the returned function gives it back. `undefined`: the signal was aborted meanwhile. */
  take(signal: AbortSignal): Promise<(() => void) | undefined>;
}

/** Makes slots that are given in the order they are asked for. */
export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  const release = (): void => {
    free += 1;
    waiting.shift()?.();
  };
  return {
    take(signal) {
      if (signal.aborted) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const enter = (): void => {
          signal.removeEventListener("abort", leave);
          free -= 1;
          resolve(release);
        };
        const leave = (): void => {
          waiting.splice(waiting.indexOf(enter), 1);
          resolve(undefined);
        };
        if (free > 0) {
          enter();
          return;
        }
        waiting.push(enter);
        signal.addEventListener("abort", leave, { once: true });
      });
    },
  };
}
