import type { Clock } from "@x/mcp-core";

/** Knows whether something is being done, and tells when nothing has been done for a while. */
export interface IdleGate {
  readonly busy: boolean;
  work<T>(run: () => Promise<T>): Promise<T>;
  /** Tells nothing any more. */
  close(): void;
}

/** Makes a gate; `idleMs` undefined means that it never tells. */
export function createIdleGate(clock: Clock, idleMs: number | undefined, onIdle: () => void): IdleGate {
  let working = 0;
  let closed = false;
  let cancelTimer = (): void => {};
  return {
    get busy() {
      return working > 0;
    },
    async work(run) {
      cancelTimer();
      working++;
      try {
        return await run();
      } finally {
        working--;
        if (working === 0 && idleMs !== undefined && !closed) cancelTimer = clock.after(idleMs, onIdle);
      }
    },
    close() {
      closed = true;
      cancelTimer();
    },
  };
}
