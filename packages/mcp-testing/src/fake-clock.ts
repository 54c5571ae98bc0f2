import type { Clock } from "@x/mcp-core";

/** A {@link Clock} that stands still until it is moved. */
export interface FakeClock extends Clock {
  /** How many timers are armed: zero where nothing was left behind. */
  readonly armed: number;
  /**
   * Moves time on, running each timer that falls due in the order of their times. Between two timers, and at the
   * end, whatever is waiting in promises gets its turn, so that timers armed by it count as well.
   */
  advance(ms: number): Promise<void>;
}

interface Timer {
  readonly dueAt: number;
  readonly run: () => void;
}

/** How often waiting promises are given a turn: a chain longer than this is not followed to its end. */
const turns = 8;

/** Makes a clock for tests. `random` is 0.5 unless given. */
export function fakeClock(
  options: { readonly startAt?: number; readonly random?: () => number } = {},
): FakeClock {
  const timers = new Set<Timer>();
  let now = options.startAt ?? 1_000_000;

  const next = (until: number): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers)
      if (timer.dueAt <= until && (first === undefined || timer.dueAt < first.dueAt)) first = timer;
    return first;
  };

  return {
    now: () => now,
    random: options.random ?? (() => 0.5),
    after(ms, run) {
      if (ms === Number.POSITIVE_INFINITY) return () => {};
      const timer: Timer = { dueAt: now + Math.max(0, ms), run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    get armed() {
      return timers.size;
    },
    async advance(ms) {
      const until = now + ms;
      await settle();
      for (let timer = next(until); timer !== undefined; timer = next(until)) {
        timers.delete(timer);
        now = timer.dueAt;
        timer.run();
        await settle();
      }
      now = until;
    },
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
