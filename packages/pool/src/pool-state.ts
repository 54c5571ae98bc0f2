import {
  aggregateState,
  type Clock,
  type McpEventHub,
  type McpState,
  type McpStateChange,
} from "@x/mcp-core";

/** The state of all servers together. */
export interface PoolState {
  readonly current: McpState;
  /** Tells a change of the whole, if there is one; `cause` is the change of the one server behind it. */
  update(cause: Pick<McpStateChange, "reason" | "error">): void;
  /** The pool was stopped: `closed`, whatever its servers do. */
  close(): void;
}

/** Makes the state of a pool; `states` gives those of its servers at any time. */
export function createPoolState(
  serverId: string,
  hub: McpEventHub,
  clock: Clock,
  states: () => Iterable<McpState>,
): PoolState {
  let told: McpState = "disconnected";
  let closed = false;
  const current = (): McpState => (closed ? "closed" : aggregateState(states()));
  const update = ({ reason, error }: Pick<McpStateChange, "reason" | "error">): void => {
    const state = current();
    if (state === told) return;
    const at = clock.now();
    const change = { state, previous: told, reason, at, ...(error === undefined ? {} : { error }) };
    told = state;
    hub.emit({ type: "state", serverId, at, change });
  };
  return {
    get current() {
      return current();
    },
    update,
    close() {
      closed = true;
      update({ reason: "stopped" });
    },
  };
}
