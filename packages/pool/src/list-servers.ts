import {
  abortable,
  type Clock,
  type McpError,
  McpProtocolError,
  type McpRequestOptions,
  type McpTool,
  type McpTransportPort,
  OperationCancelledError,
  OperationTimeoutError,
} from "@x/mcp-core";
import { asMcpError } from "./as-mcp-error.ts";
import type { Member } from "./member.ts";
import type { McpPoolListing } from "./pool-listing.ts";
import type { ToolNews } from "./tool-news.ts";
import { within } from "./within.ts";

/** How a server is made to list its tools. */
export type ListWay = "connect" | "listTools" | "reconnect";

/** What listing needs of its pool. */
export interface ListContext {
  readonly clock: Clock;
  readonly settleTimeoutMs: number;
  /** Takes in what a server listed, and what it announced where a list did not come. */
  readonly news: Pick<ToolNews, "learn" | "catchUp">;
  /** The tools of a server as they were taken in. */
  tools(serverId: string): readonly McpTool[];
}

/** A listing, with the failures as they were thrown. */
export interface ServerLists extends McpPoolListing {
  readonly originals: readonly unknown[];
}

/**
 * Lists servers in parallel. Each has its own time; one that uses it up goes on and is taken in when it comes.
 * Only the caller's own signal rejects.
 */
export async function listServers(
  members: readonly Member[],
  way: ListWay,
  options: McpRequestOptions,
  context: ListContext,
): Promise<ServerLists> {
  const errors: Record<string, McpError> = {};
  const durationsMs: Record<string, number> = {};
  const originals: unknown[] = [];
  const lists = members.map(async (member) => {
    const start = context.clock.now();
    try {
      await listServer(member, way, options, context);
    } catch (error) {
      originals.push(error);
      errors[member.serverId] = errorOf(member, error);
    }
    durationsMs[member.serverId] = context.clock.now() - start;
  });
  await Promise.all(lists);
  if (options.signal?.aborted) throw cancelled(options.signal);
  const listed = members.filter(({ serverId }) => !Object.hasOwn(errors, serverId));
  const tools = listed.flatMap(({ serverId }) => context.tools(serverId));
  return { tools, errors, durationsMs, originals };
}

/** Lists one server, in its time. */
export async function listServer(
  member: Member,
  way: ListWay,
  { signal, timeoutMs, totalTimeoutMs }: McpRequestOptions,
  context: ListContext,
): Promise<void> {
  if (signal?.aborted) throw cancelled(signal);
  const waitMs = timeoutMs ?? context.settleTimeoutMs;
  // It has outlasted a wait already: whoever names no time of his own is not made to wait for it again.
  if (member.pending && timeoutMs === undefined) throw tooSlow(member, waitMs);
  const work = start(member, member.port, way, { signal, totalTimeoutMs }, context);
  const late = (): Error => {
    member.pending = true;
    const error = tooSlow(member, waitMs);
    member.health.failed(error);
    return error;
  };
  await abortable(within(work, waitMs, context.clock, late), signal, "Listing tools");
}

async function start(
  member: Member,
  port: McpTransportPort,
  way: ListWay,
  options: { readonly signal: AbortSignal | undefined; readonly totalTimeoutMs: number | undefined },
  { news }: ListContext,
): Promise<void> {
  const turn = ++member.lists.started;
  member.lists.open++;
  const { signal, totalTimeoutMs } = options;
  let tools: readonly McpTool[];
  try {
    tools = await port[way]({
      ...(signal === undefined ? {} : { signal }),
      ...(totalTimeoutMs === undefined ? {} : { totalTimeoutMs }),
    });
  } catch (error) {
    // That a caller gave up says nothing about the server.
    if (!signal?.aborted) member.health.failed(errorOf(member, error));
    if (member.lists.open === 1) news.catchUp(member);
    throw error;
  } finally {
    member.pending = false;
    member.lists.open--;
  }
  member.health.listed();
  if (turn > member.lists.applied) {
    member.lists.applied = turn;
    news.learn(member, tools);
  } else if (member.lists.open === 0) news.catchUp(member);
}

/** What to throw where not one of the servers could be listed. */
export function allFailed({ errors, originals }: ServerLists): unknown {
  const failures = Object.entries(errors);
  // A single server's error is thrown as it came, its family included.
  if (failures.length === 1) return originals[0];
  const named = failures.slice(0, 5).map(([serverId, { code }]) => `${serverId} (${code})`);
  const more = failures.length > named.length ? ` and ${failures.length - named.length} more` : "";
  return new McpProtocolError({
    phase: "connect",
    message: `None of the ${failures.length} servers could be listed: ${named.join(", ")}${more}. snapshot() tells why for each.`,
    cause: new AggregateError(originals),
    retryable: failures.some(([, { retryable }]) => retryable),
    outcome: "not-sent",
  });
}

function errorOf({ port, serverId }: Member, error: unknown): McpError {
  return asMcpError(error, port.state === "connected" ? "list" : "connect", serverId);
}

function tooSlow({ serverId }: Member, timeoutMs: number): OperationTimeoutError {
  const what = `Listing the tools of server "${serverId}", which goes on,`;
  return new OperationTimeoutError({ deadline: "connect", timeoutMs, what, serverId, outcome: "not-sent" });
}

function cancelled(signal: AbortSignal): OperationCancelledError {
  return new OperationCancelledError({ what: "Listing tools", reason: signal.reason, outcome: "not-sent" });
}
