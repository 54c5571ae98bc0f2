import type { ViewClock } from "./view-clock.ts";

/**
 * How far a view has come: its address is `mint`ed, the frame is on its way to the `proxy`, the proxy is there and the
 * `view` loads, the view has said `ui/initialize` and must say `ui/notifications/initialized`.
 */
export type ViewStartPhase = "mint" | "proxy" | "view" | "initialize";

/** Fails a view that does not get anywhere. */
export interface StartWatchdog {
  /** What the view is at. */
  readonly phase: ViewStartPhase;
  /** Something was heard of the view: it has its whole time again. Phases are never gone back. */
  progress(phase?: ViewStartPhase): void;
  stop(): void;
}

const order: readonly ViewStartPhase[] = ["mint", "proxy", "view", "initialize"];

/** Calls `expired` when nothing is heard for `timeoutMs`. */
export function createStartWatchdog(
  timeoutMs: number,
  clock: ViewClock,
  expired: (phase: ViewStartPhase) => void,
): StartWatchdog {
  let phase: ViewStartPhase = "mint";
  let stopped = false;
  let cancel = arm();

  function arm(): () => void {
    return clock.after(timeoutMs, () => {
      stopped = true;
      expired(phase);
    });
  }

  return {
    get phase() {
      return phase;
    },
    progress(next = phase) {
      if (stopped) return;
      if (order.indexOf(next) > order.indexOf(phase)) phase = next;
      cancel();
      cancel = arm();
    },
    stop() {
      stopped = true;
      cancel();
    },
  };
}
