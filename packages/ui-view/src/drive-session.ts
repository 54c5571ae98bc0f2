import {
  createViewSession,
  type ViewEffect,
  type ViewEvent,
  type ViewSessionInit,
  type ViewSessionState,
} from "@x/ui-resources";
import type { ViewClock } from "./view-clock.ts";

type Without<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;
type EffectOf<Type extends ViewEffect["type"]> = Extract<ViewEffect, { type: Type }>;

/** What happened; the driver knows when. */
export type TimelessEvent = Without<ViewEvent, "now">;

/** What is left to do when time and answers are taken care of. */
export type DrivenEffect = Exclude<ViewEffect, EffectOf<"wake" | "cancel" | "approval" | "request">>;

/** Does what a session asks for. */
export interface SessionPerformer {
  perform(effect: DrivenEffect): void;
  /** The decision; rejecting is `deny`. */
  approve(effect: EffectOf<"approval">["request"], signal: AbortSignal): Promise<"once" | "always" | "deny">;
  /** The result, or a failure as the view may know it; rejecting is a failure without a reason. */
  answer(
    effect: EffectOf<"request">["request"],
    signal: AbortSignal,
  ): Promise<{ readonly result: unknown } | { readonly failure: string }>;
}

/** A session with a clock, and with somebody who does what it says, in its order. */
export interface SessionDriver {
  readonly state: ViewSessionState;
  dispatch(event: TimelessEvent): void;
  /** Forgets timers and whatever is being worked on. */
  stop(): void;
}

/** Starts a session. What happens while an effect is carried out comes after all effects of what happened before. */
export function driveSession(
  init: ViewSessionInit,
  clock: ViewClock,
  performer: SessionPerformer,
): SessionDriver {
  const session = createViewSession(init);
  const working = new Map<string, AbortController>();
  const queue: TimelessEvent[] = [];
  let busy = false;
  let stopped = false;
  let cancelWake = () => {};

  function dispatch(event: TimelessEvent): void {
    if (stopped) return;
    queue.push(event);
    if (busy) return;
    busy = true;
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift())
        for (const effect of session.dispatch({ ...next, now: clock.now() } as ViewEvent)) take(effect);
    } finally {
      busy = false;
    }
  }

  function take(effect: ViewEffect): void {
    switch (effect.type) {
      case "wake":
        cancelWake();
        cancelWake = clock.after(Math.max(0, effect.atMs - clock.now()), () => dispatch({ type: "tick" }));
        return;
      case "cancel":
        working.get(effect.key)?.abort();
        working.delete(effect.key);
        return;
      case "approval":
        void work(effect.key, async (signal) => {
          const decision = await performer.approve(effect.request, signal).catch(() => "deny" as const);
          return { type: "decision", key: effect.key, decision };
        });
        return;
      case "request":
        void work(effect.key, async (signal) => {
          // why the page failed is its own affair: its errors can hold what a view must not see
          const failed = () => ({ failure: "The host could not do it." });
          const answer = await performer.answer(effect.request, signal).catch(failed);
          return { type: "settle", key: effect.key, ...answer } as TimelessEvent;
        });
        return;
      default:
        performer.perform(effect);
    }
  }

  async function work(key: string, run: (signal: AbortSignal) => Promise<TimelessEvent>): Promise<void> {
    const controller = new AbortController();
    working.set(key, controller);
    const event = await run(controller.signal);
    if (working.get(key) !== controller) return; // nobody waits for it any more
    working.delete(key);
    dispatch(event);
  }

  return {
    get state() {
      return session.state;
    },
    dispatch,
    stop() {
      stopped = true;
      cancelWake();
      for (const controller of working.values()) controller.abort();
      working.clear();
    },
  };
}
