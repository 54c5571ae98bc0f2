import {
  type Clock,
  createEventHub,
  encodeToolName,
  type McpEvent,
  type McpTransportPort,
} from "@x/mcp-core";
import type { McpPoolLimits } from "./call-gate.ts";
import { createEventRelay, type EventRelay } from "./event-relay.ts";
import { createMember, type Member } from "./member.ts";
import { createPoolState, type PoolState } from "./pool-state.ts";
import { createToolCatalog, type ToolCatalog } from "./tool-catalog.ts";
import { createToolNews, type ToolNews } from "./tool-news.ts";

/** Options of {@link McpTransportPort.stop}. */
export type StopOptions = Parameters<McpTransportPort["stop"]>[0];

/** The servers of one pool, with what they have told so far. */
export interface MemberSet {
  readonly events: EventRelay;
  readonly state: PoolState;
  readonly catalog: ToolCatalog;
  get(serverId: string): Member | undefined;
  all(): readonly Member[];
  attach(serverId: string, port: McpTransportPort): Member;
  /** Ends a member; resolves when it has ended. */
  detach(serverId: string, options?: StopOptions): Promise<void>;
  /** Puts the members into this order. */
  arrange(serverIds: readonly string[]): void;
  readonly news: Pick<ToolNews, "learn" | "catchUp">;
  stop(options?: StopOptions): Promise<void>;
}

/** What a set of members is made with. */
export interface MemberSetOptions {
  readonly serverId: string;
  readonly toolNameSeparator: string | undefined;
  readonly clock: Clock;
  readonly owned: boolean;
  limitsOf(serverId: string): McpPoolLimits;
}

const ownTypes: ReadonlySet<McpEvent["type"]> = new Set(["state", "tools"]);

/** Makes an empty set. */
export function createMemberSet(options: MemberSetOptions): MemberSet {
  const { clock, toolNameSeparator: separator, owned } = options;
  const members = new Map<string, Member>();
  const hub = createEventHub();
  const events = createEventRelay(hub, ownTypes);
  const names = separator === undefined ? {} : { separator };
  let stopping = false;
  const catalog = createToolCatalog((serverId, toolName) => encodeToolName(serverId, toolName, names));
  const state = createPoolState(options.serverId, hub, clock, function* () {
    for (const { port } of members.values()) yield port.state;
  });

  const news = createToolNews({
    catalog,
    hub,
    clock,
    isMember: (member) => members.get(member.serverId) === member,
  });

  /** Those that are on their way out; whoever stops the pool waits for them too. */
  const endings = new Set<Promise<void>>();

  const end = (member: Member, stopOptions?: StopOptions): Promise<void> =>
    endMember(member, events, stopOptions);

  return {
    events,
    state,
    catalog,
    get: (serverId) => members.get(serverId),
    all: () => [...members.values()],
    attach(serverId, port) {
      const settings = { serverId, owned, limits: options.limitsOf(serverId), clock };
      const member = createMember(port, settings, {
        state(event) {
          hub.emit(event);
          if (event.serverId !== port.serverId) return;
          if (event.change.state === "closed" && members.get(serverId) === member) news.forget(serverId);
          // Of a pool that stops only the end is news.
          if (!stopping) state.update(event.change);
        },
        tools: (event) => news.announce(member, event),
        limit: (max) =>
          hub.emit({ type: "limit", serverId, at: clock.now(), limit: "queue", actual: max + 1, max }),
      });
      members.set(serverId, member);
      events.attach(port);
      state.update({ reason: "config-changed" });
      return member;
    },
    async detach(serverId, stopOptions) {
      const member = members.get(serverId);
      if (member === undefined) return;
      members.delete(serverId);
      news.forget(serverId);
      const ending = end(member, stopOptions);
      endings.add(ending);
      try {
        await ending;
      } finally {
        endings.delete(ending);
        if (!stopping) state.update({ reason: "config-changed" });
      }
    },
    arrange(serverIds) {
      for (const serverId of serverIds) {
        const member = members.get(serverId);
        if (member === undefined) continue;
        members.delete(serverId);
        members.set(serverId, member);
      }
    },
    news,
    async stop(stopOptions) {
      stopping = true;
      const stops = [...members.values()].map((member) => end(member, stopOptions));
      const ends = await Promise.allSettled([...stops, ...endings]);
      for (const serverId of members.keys()) catalog.replace(serverId, []);
      state.close();
      hub.clear();
      const failed = ends.find((result) => result.status === "rejected");
      if (failed !== undefined) throw failed.reason;
    },
  };
}

/** Its own `closed` is still passed on; then nothing of it is left here. */
async function endMember(
  { gate, owned, port, release }: Member,
  events: EventRelay,
  options: StopOptions,
): Promise<void> {
  gate.close();
  try {
    if (owned) await port.stop(options);
  } finally {
    events.detach(port);
    release();
  }
}
