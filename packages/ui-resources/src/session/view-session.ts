import type { ViewEffect } from "./view-effect.ts";
import type { ViewEvent } from "./view-event.ts";
import type { ViewSessionState } from "./view-session-state.ts";

/** The host's side of one view, without transport, page or clock. */
export interface ViewSession {
  readonly state: ViewSessionState;
  /** What happened in, what to do out, in order. Never throws for what a view or a server sent. */
  dispatch(event: ViewEvent): readonly ViewEffect[];
}
