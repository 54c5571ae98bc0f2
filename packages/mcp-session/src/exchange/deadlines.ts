import type { Clock } from "@x/mcp-core";

/** Something with two moments at which it is over; `Infinity` is never. */
export interface Timed {
  /** Over at this time unless progress comes. */
  callDueAt: number;
  /** Over at this time whatever comes. */
  readonly totalDueAt: number;
}

/** One timer for all open requests. */
export interface Deadlines<T extends Timed> {
  /** Takes note of a new entry, or of one whose time came nearer. Later times are noticed by themselves. */
  watch(entry: T): void;
  /** Lets the timer go: nothing is open any more. */
  idle(): void;
}

/**
 * Watches the deadlines of many requests with a single armed timer. It is armed for the nearest deadline known;
 * a request that is answered or makes progress leaves it alone, and when it fires too early it is armed again.
 * That makes a request cost no timer of its own.
 */
export function createDeadlines<T extends Timed>(
  clock: Clock,
  entries: () => Iterable<T>,
  expire: (entry: T, deadline: "call" | "total") => void,
): Deadlines<T> {
  let armedFor = Number.POSITIVE_INFINITY;
  let disarm: (() => void) | undefined;

  const arm = (dueAt: number): void => {
    disarm?.();
    armedFor = dueAt;
    disarm = clock.after(Math.max(0, dueAt - clock.now()), fire);
  };

  const fire = (): void => {
    disarm = undefined;
    armedFor = Number.POSITIVE_INFINITY;
    const now = clock.now();
    let nearest = Number.POSITIVE_INFINITY;
    // A copy: expiring an entry removes it, and may start another request.
    for (const entry of [...entries()]) {
      if (entry.totalDueAt <= now) expire(entry, "total");
      else if (entry.callDueAt <= now) expire(entry, "call");
      else nearest = Math.min(nearest, entry.callDueAt, entry.totalDueAt);
    }
    if (nearest < armedFor) arm(nearest);
  };

  return {
    watch(entry) {
      const dueAt = Math.min(entry.callDueAt, entry.totalDueAt);
      if (dueAt < armedFor) arm(dueAt);
    },
    idle() {
      disarm?.();
      disarm = undefined;
      armedFor = Number.POSITIVE_INFINITY;
    },
  };
}
