import {
  type Clock,
  ConfigError,
  copyJson,
  type McpPhase,
  McpProtocolError,
  type McpRequestOptions,
  type McpTool,
  requestOptionsError,
} from "@x/mcp-core";
import { callPooledTool } from "./call-pooled-tool.ts";
import {
  allFailed,
  type ListContext,
  type ListWay,
  listServer,
  listServers,
  type ServerLists,
} from "./list-servers.ts";
import type { Member } from "./member.ts";
import type { MemberSet } from "./member-set.ts";
import type { McpServerSnapshot } from "./server-snapshot.ts";
import type { McpTransportPool } from "./transport-pool.ts";

/** The part of a pool that reaches over its principals. */
export type PoolConfiguration = Pick<McpTransportPool, "as" | "add" | "remove" | "reconfigure">;

/** What a pool is made with. */
export interface MemberPoolOptions {
  readonly serverId: string;
  readonly clock: Clock;
  readonly settleTimeoutMs: number;
  readonly configuration: PoolConfiguration;
  /** Ends everything; called once. */
  end(options: Parameters<McpTransportPool["stop"]>[0]): Promise<void>;
}

/** A pool over a set of members, and what its makers need of it. */
export interface MemberPool {
  readonly pool: McpTransportPool;
  /** Lists a server that came later, if the pool was connected before. */
  open(member: Member): void;
}

/** Makes the pool of one principal. */
export function createMemberPool(set: MemberSet, options: MemberPoolOptions): MemberPool {
  const { clock, settleTimeoutMs, configuration } = options;
  const context: ListContext = {
    clock,
    settleTimeoutMs,
    news: set.news,
    tools: (serverId) => set.catalog.list(serverId),
  };
  let opened = false;
  let stopping: Promise<void> | undefined;

  const assertOpen = (phase: McpPhase, request: unknown): void => {
    const wrong = requestOptionsError(request, options.serverId);
    if (wrong !== undefined) throw wrong;
    if (stopping !== undefined) throw stoppedError(phase, options.serverId);
  };

  const list = async (way: ListWay, given: McpRequestOptions): Promise<ServerLists> => {
    assertOpen("list", given);
    const { serverId, ...request } = given;
    if (serverId === undefined) opened = true;
    const members = serverId === undefined ? set.all() : [memberFor(set, serverId)];
    return listServers(members, way, request, context);
  };

  const listOrThrow = async (way: ListWay, request: McpRequestOptions = {}): Promise<readonly McpTool[]> => {
    const lists = await list(way, request);
    const asked = Object.keys(lists.durationsMs).length;
    if (asked > 0 && Object.keys(lists.errors).length === asked) throw allFailed(lists);
    return lists.tools;
  };

  const pool: McpTransportPool = {
    serverId: options.serverId,
    serverInfo: undefined,
    get state() {
      return set.state.current;
    },
    get quarantined() {
      return set.all().flatMap(({ port }) => port.quarantined);
    },
    get serverIds() {
      return set.all().map(({ serverId }) => serverId);
    },
    server: (serverId) => set.get(serverId)?.port,
    snapshot: () => set.all().map((member) => snapshotOf(member, set.catalog.count(member.serverId))),
    connect: (request) => listOrThrow("connect", request),
    reconnect: (request) => listOrThrow("reconnect", request),
    listTools: (request) => listOrThrow("listTools", request),
    async listToolsWithErrors(request = {}) {
      const { tools, errors, durationsMs } = await list("listTools", request);
      return { tools, errors, durationsMs };
    },
    async callTool(name, args, request = {}) {
      assertOpen("call", request);
      return callPooledTool(set, context, name, args, request);
    },
    async request(method, params, request = {}) {
      assertOpen("read", request);
      const { serverId, ...rest } = request;
      const { gate, port, serverId: id } = memberFor(set, serverId);
      const given = gate.full ? copyJson(params) : params;
      return gate.run({ ...rest, serverId: id }, () => port.request(method, given, rest));
    },
    on: (type, handler) => set.events.on(type, handler),
    onStateChange: (handler) =>
      set.events.on("state", ({ serverId, change }) => {
        if (serverId === options.serverId) handler(change.state, change.previous, change);
      }),
    ...configuration,
    stop(stopOptions) {
      const wrong = requestOptionsError(stopOptions, options.serverId);
      if (wrong !== undefined) return Promise.reject(wrong);
      stopping ??= options.end(stopOptions);
      return stopping;
    },
    [Symbol.asyncDispose]() {
      return this.stop();
    },
  };

  return {
    pool,
    open(member) {
      if (!opened || stopping !== undefined) return;
      // A failure stands in the snapshot; nobody waits for it here.
      listServer(member, "connect", {}, context).catch(() => undefined);
    },
  };
}

function memberFor(set: MemberSet, serverId: string | undefined): Member {
  const member = serverId === undefined ? undefined : set.get(serverId);
  if (member !== undefined) return member;
  const ids = set.all().map(({ serverId: id }) => `"${id}"`);
  const missing = serverId === undefined ? "a pool must be told which server is meant." : "no such server.";
  throw new ConfigError({
    pointer: "/serverId",
    problem: `${missing} Pass { serverId } with one of: ${ids.join(", ") || "(the pool has no servers)"}.`,
    serverId,
  });
}

function snapshotOf({ serverId, port, health }: Member, tools: number): McpServerSnapshot {
  const { state, serverInfo, quarantined } = port;
  return { serverId, state, serverInfo, tools, quarantined, ...health.read() };
}

function stoppedError(phase: McpPhase, serverId: string): McpProtocolError {
  return new McpProtocolError({
    phase,
    code: "closed",
    message: "The pool is stopped. Make a new one.",
    serverId,
    outcome: "not-sent",
  });
}
