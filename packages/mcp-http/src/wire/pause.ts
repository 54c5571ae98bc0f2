import type { Clock } from "@x/mcp-core";

/** Waits; ends early when the signal aborts. Leaves neither timer nor listener. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      cancel();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal.addEventListener("abort", end, { once: true });
  });
}

/** Waits for work, but no longer than so long; the work may go on unseen. Rejects as the work does. */
export async function atMost(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  let disarm = (): void => {};
  const late = new Promise<void>((resolve) => {
    disarm = clock.after(ms, resolve);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    disarm();
  }
}
