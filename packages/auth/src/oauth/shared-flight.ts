import { abortable } from "@x/mcp-core";

/** Work that many wait for and that runs once. */
export interface SharedFlight {
  /**
   * Joins the work that runs, or begins it. A caller who leaves disturbs nobody; when the last one has left, the
   * work's signal aborts, for the parts that somebody has to wait for.
   */
  join(work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal | undefined): Promise<void>;
  readonly running: boolean;
}

export function createSharedFlight(): SharedFlight {
  let flight: { readonly done: Promise<void>; readonly left: AbortController; waiting: number } | undefined;

  const begin = (work: (signal: AbortSignal) => Promise<void>): NonNullable<typeof flight> => {
    const left = new AbortController();
    const done = work(left.signal).finally(() => {
      flight = undefined;
    });
    // Whoever waits hears of a failure; that nobody does is no fault.
    done.catch(() => undefined);
    return { done, left, waiting: 0 };
  };
  return {
    get running() {
      return flight !== undefined;
    },
    async join(work, signal) {
      flight ??= begin(work);
      const joined = flight;
      joined.waiting += 1;
      try {
        await abortable(joined.done, signal, "Authorization");
      } finally {
        joined.waiting -= 1;
        if (joined.waiting === 0) joined.left.abort();
      }
    },
  };
}
