import type { McpState } from "./state.ts";

/** Looked for in this order; the first one that any server is in is the pool's state. */
const order: readonly McpState[] = ["reconnecting", "connecting", "connected"];

/**
 * The state of many connections as one: `closed` if all are; else `reconnecting`, `connecting` or `connected`
 * if any is, in that order; else `disconnected`, which is also the state of no connection at all.
 */
export function aggregateState(states: Iterable<McpState>): McpState {
  const seen = new Set(states);
  if (seen.size === 1 && seen.has("closed")) return "closed";
  return order.find((state) => seen.has(state)) ?? "disconnected";
}
