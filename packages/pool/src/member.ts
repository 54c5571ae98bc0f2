import type { Clock, McpEvent, McpTransportPort } from "@x/mcp-core";
import { type CallGate, createCallGate, type McpPoolLimits } from "./call-gate.ts";
import { createMemberHealth, type MemberHealth } from "./member-health.ts";

/** One server of a pool. */
export interface Member {
  readonly serverId: string;
  readonly port: McpTransportPort;
  /** Whether the pool stops it. */
  readonly owned: boolean;
  readonly gate: CallGate;
  readonly health: MemberHealth;
  /** A list that outlasted its wait is still under way. */
  pending: boolean;
  readonly lists: MemberLists;
  /** Ends the pool's subscriptions; the transport itself is not touched. */
  release(): void;
}

/** The lists that a server was asked for. */
export interface MemberLists {
  /** Counted, so that an old one that comes late does not undo a newer one. */
  started: number;
  applied: number;
  open: number;
  /** New tools that were announced while a list was under way, which brings them with everything about them. */
  announced: (readonly string[])[];
}

/** What the pool does when a server tells something. */
export interface MemberListener {
  state(event: Extract<McpEvent, { type: "state" }>): void;
  tools(event: Extract<McpEvent, { type: "tools" }>): void;
  limit(max: number): void;
}

/** Makes a member and listens to its transport. */
export function createMember(
  port: McpTransportPort,
  options: {
    readonly serverId: string;
    readonly owned: boolean;
    readonly limits: McpPoolLimits;
    readonly clock: Clock;
  },
  listener: MemberListener,
): Member {
  const health = createMemberHealth();
  const gate = createCallGate(options.limits, options.clock, listener.limit);
  const offs = [
    port.on("state", (event) => {
      // A transport that is itself a pool also tells the states of the servers behind it.
      if (event.serverId === port.serverId) health.observe(event.change);
      listener.state(event);
    }),
    port.on("tools", listener.tools),
  ];
  return {
    serverId: options.serverId,
    port,
    owned: options.owned,
    gate,
    health,
    pending: false,
    lists: { started: 0, applied: 0, open: 0, announced: [] },
    release() {
      for (const off of offs) off();
      gate.close();
    },
  };
}
