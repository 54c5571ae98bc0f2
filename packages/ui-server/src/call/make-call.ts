import { readToolUi } from "@x/ui-resources";
import { withinTime } from "../within-time.ts";
import { CallRefusalError } from "./call-refusal.ts";
import { deepFreeze } from "./deep-freeze.ts";
import type { ToolLists } from "./tool-lists.ts";
import type { McpViewCall, McpViewCallApproval } from "./view-call-options.ts";
import type { McpViewServer, McpViewServers, McpViewTool } from "./view-server.ts";
import type { WantedCall } from "./wanted-call.ts";

/** What a call is made with. */
export interface CallMakers {
  readonly servers: McpViewServers;
  readonly lists: ToolLists;
  readonly approve: McpViewCallApproval;
  readonly callTimeoutMs: number;
}

/** Makes a call, if everything allows it. Throws `CallRefusalError`. */
export async function makeCall(makers: CallMakers, request: Request, wanted: WantedCall): Promise<unknown> {
  const { servers, lists, approve, callTimeoutMs } = makers;
  const { serverId, toolName } = wanted;
  const { signal } = request;
  const inTime = <T>(work: (inner: AbortSignal) => Promise<T>): Promise<T> =>
    settle(callTimeoutMs, signal, work);

  const server = await inTime((inner) => findServer(servers, serverId, request, inner));
  if (server === undefined) throw new CallRefusalError("unknown_server");
  const tool = await inTime((inner) => lists.find(server, serverId, toolName, inner));
  if (tool === undefined) throw new CallRefusalError("not_exposed");
  if (!readToolUi(tool).visibility.includes("app")) throw new CallRefusalError("not_for_views");
  const call = toCall(wanted, tool);
  // A person may need minutes: only the page's own patience ends that.
  if (!(await approve(call, { request, signal }))) throw new CallRefusalError("denied");
  // What came as JSON is JSON; every server's own type of arguments is meant.
  const args = call.arguments as Readonly<Record<string, never>>;
  return inTime((inner) => server.callTool(tool.name, args, { signal: inner }));
}

async function settle<T>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const outcome = await withinTime(timeoutMs, signal, work);
  if (outcome.kind === "done") return outcome.value;
  if (signal.aborted) throw new CallRefusalError("cancelled");
  if (outcome.kind === "late") throw new CallRefusalError("timeout");
  throw new CallRefusalError("failed", outcome.error);
}

async function findServer(
  servers: McpViewServers,
  serverId: string,
  request: Request,
  signal: AbortSignal,
): Promise<McpViewServer | undefined> {
  if (typeof servers === "function") return (await servers(serverId, { request, signal })) ?? undefined;
  return Object.hasOwn(servers, serverId) ? servers[serverId] : undefined;
}

function toCall(wanted: WantedCall, tool: McpViewTool): McpViewCall {
  const isReadOnly = tool.annotations?.readOnlyHint === true;
  return Object.freeze({ ...wanted, arguments: deepFreeze(wanted.arguments), tool, isReadOnly });
}
