import type { ViewClock } from "@x/ui-view";

/** Time that stands still until it is told to go on. */
export interface ManualClock extends ViewClock {
  pass(ms: number): void;
}

export function manualClock(): ManualClock {
  let time = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => time,
    after(delayMs, run) {
      const timer = { at: time + delayMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass(ms) {
      const until = time + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        time = next.at;
        next.run();
      }
      time = until;
    },
  };
}
