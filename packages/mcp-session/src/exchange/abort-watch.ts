import { onAbort } from "@x/mcp-core";

/** Watches the signals of many requests with one listener for each signal. */
export interface AbortWatch {
  /** Runs something when the signal aborts. The returned function ends the watch. */
  watch(signal: AbortSignal, run: () => void): () => void;
}

interface Watched {
  readonly runs: Set<() => void>;
  forget(): void;
}

/**
 * Makes a watch. A turn of an agent often lends one signal to dozens of calls: with a listener for each, Node warns
 * of a leak at the eleventh.
 */
export function createAbortWatch(): AbortWatch {
  const watched = new Map<AbortSignal, Watched>();

  const begin = (signal: AbortSignal): Watched => {
    const runs = new Set<() => void>();
    const forget = onAbort(signal, () => {
      watched.delete(signal);
      for (const run of [...runs]) run();
    });
    const entry = { runs, forget };
    watched.set(signal, entry);
    return entry;
  };

  return {
    watch(signal, run) {
      const { runs, forget } = watched.get(signal) ?? begin(signal);
      // A wrapper of its own, so that one function can be watched for twice.
      const entry = (): void => run();
      runs.add(entry);
      return () => {
        if (!runs.delete(entry) || runs.size > 0 || watched.get(signal)?.runs !== runs) return;
        watched.delete(signal);
        forget();
      };
    },
  };
}
