import {
  type Clock,
  type McpState,
  type McpStateChange,
  type McpStateReason,
  type McpTransition,
  nextState,
} from "@x/mcp-core";

/** What a state change says besides the states. */
export type ChangeDetails = Pick<McpStateChange, "error" | "attempt" | "nextAttemptInMs">;

/** The state of a connection; every change is told. */
export interface StateTracker {
  readonly state: McpState;
  /** Makes a transition of the state machine. False, and nothing told, where it is not possible. */
  move(transition: McpTransition, reason: McpStateReason, details?: ChangeDetails): boolean;
  /** Tells news that leave the state as it is: another attempt of a reconnect. */
  tell(reason: McpStateReason, details: ChangeDetails): void;
}

/** Makes a tracker that begins as `disconnected`. */
export function createStateTracker(clock: Clock, told: (change: McpStateChange) => void): StateTracker {
  let state: McpState = "disconnected";
  return {
    get state() {
      return state;
    },
    move(transition, reason, details) {
      const next = nextState(state, transition);
      if (next === undefined) return false;
      const previous = state;
      state = next;
      told({ state, previous, reason, at: clock.now(), ...details });
      return true;
    },
    tell(reason, details) {
      told({ state, previous: state, reason, at: clock.now(), ...details });
    },
  };
}
