/** Passes values on, though not each of them. */
export interface LatestEvery<T> {
  put(value: T): void;
  /** Nothing is passed on any more. */
  end(): void;
}

/** Passes the first value on at once, and of those that follow the latest, at most every `ms`. */
export function latestEvery<T>(ms: number, pass: (value: T) => void): LatestEvery<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: { readonly value: T } | undefined;
  const tick = (): void => {
    timer = undefined;
    if (waiting === undefined) return;
    const { value } = waiting;
    waiting = undefined;
    pass(value);
    timer = setTimeout(tick, ms);
  };
  return {
    put(value) {
      waiting = { value };
      if (timer === undefined) tick();
    },
    end: () => clearTimeout(timer),
  };
}
