import type { McpState } from "./state.ts";

/**
 * What can happen to a connection. `connect`: the first attempt starts. `connected`: negotiation is done.
 * `failed`: a first attempt failed, or the attempts of a reconnect are used up. `dropped`: the connection was
 * lost (or given up on request) and a new one is being made. `parked`: it ended and nothing is started by itself.
 * `stopped`: the owner ended it.
 */
export type McpTransition = "connect" | "connected" | "failed" | "dropped" | "parked" | "stopped";

const table: Readonly<Record<McpState, Readonly<Partial<Record<McpTransition, McpState>>>>> = {
  disconnected: { connect: "connecting", stopped: "closed" },
  connecting: { connected: "connected", failed: "disconnected", parked: "disconnected", stopped: "closed" },
  connected: { dropped: "reconnecting", parked: "disconnected", stopped: "closed" },
  reconnecting: { connected: "connected", failed: "disconnected", parked: "disconnected", stopped: "closed" },
  closed: {},
};

/** The state after a transition, or `undefined` where the transition is not possible in that state. */
export function nextState(state: McpState, transition: McpTransition): McpState | undefined {
  return table[state][transition];
}
