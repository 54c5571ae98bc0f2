import { type Clock, systemClock } from "@x/mcp-core";

/** A clock whose time is moved by hand; its timers run in real time, as deadlines of tests. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export function manualClock(): ManualClock {
  const { after } = systemClock();
  let now = Date.now();
  return {
    now: () => now,
    random: () => 0.5,
    after,
    advance(ms) {
      now += ms;
    },
  };
}
