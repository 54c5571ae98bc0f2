import type { Clock } from "@x/mcp-core";

/** Timers that stand still while work with a clock of its own is done. */
export interface PausableTimers {
  /** The time by these timers: it stands still with them. */
  now(): number;
  /** Runs something after `ms` that were not spent on untimed work. The returned function cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Waits for the work; all timers stand still meanwhile. */
  untimed<T>(work: Promise<T>): Promise<T>;
}

interface Timer {
  leftMs: number;
  startedAt: number;
  disarm: (() => void) | undefined;
  readonly run: () => void;
}

/** Makes timers on a clock. */
export function createPausableTimers(clock: Clock): PausableTimers {
  const timers = new Set<Timer>();
  let pauses = 0;
  let pausedAt = 0;
  let pausedMs = 0;

  const start = (timer: Timer): void => {
    timer.startedAt = clock.now();
    timer.disarm = clock.after(timer.leftMs, () => {
      timers.delete(timer);
      timer.run();
    });
  };

  const pause = (timer: Timer): void => {
    timer.disarm?.();
    timer.disarm = undefined;
    timer.leftMs = Math.max(0, timer.leftMs - (clock.now() - timer.startedAt));
  };

  return {
    now: () => (pauses > 0 ? pausedAt : clock.now()) - pausedMs,
    after(ms, run) {
      const timer: Timer = { leftMs: ms, startedAt: clock.now(), disarm: undefined, run };
      timers.add(timer);
      if (pauses === 0) start(timer);
      return () => {
        timers.delete(timer);
        timer.disarm?.();
      };
    },
    async untimed(work) {
      if (++pauses === 1) {
        pausedAt = clock.now();
        for (const timer of timers) pause(timer);
      }
      try {
        return await work;
      } finally {
        if (--pauses === 0) {
          pausedMs += clock.now() - pausedAt;
          for (const timer of timers) start(timer);
        }
      }
    },
  };
}
