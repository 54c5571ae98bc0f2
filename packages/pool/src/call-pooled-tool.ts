import {
  asNotSent,
  copyJson,
  type JsonObject,
  type McpCallOptions,
  type McpRequestOptions,
  nearestNames,
  ToolNotFoundError,
} from "@x/mcp-core";
import { type ListContext, listServer } from "./list-servers.ts";
import type { MemberSet } from "./member-set.ts";
import { type McpPooledToolResult, withUiResources } from "./pooled-tool-result.ts";
import type { ToolRoute } from "./tool-catalog.ts";

/** Calls a tool by its pooled name, in its server's turn. */
export async function callPooledTool(
  set: MemberSet,
  context: ListContext,
  name: string,
  args: JsonObject,
  { serverId: wanted, ...options }: McpCallOptions,
): Promise<McpPooledToolResult> {
  const known = set.catalog.find(name);
  // Whoever gave them may change them while the call waits; where it does not, the server's own port takes them at once.
  let given = known === undefined ? copyJson(args) : args;
  const { serverId, toolName, tool } = known ?? (await discover(set, context, name, options));
  const member = set.get(serverId);
  if (member === undefined || (wanted ?? serverId) !== serverId) throw toolNotFound(set, name, wanted);
  if (member.gate.full) given = copyJson(given);
  const { signal, timeoutMs } = options;
  const result = await member.gate.run({ serverId, toolName, signal, timeoutMs }, () =>
    member.port.callTool(toolName, given, options),
  );
  return withUiResources(result, tool);
}

/** The servers that an unknown name may belong to list once more. */
async function discover(
  set: MemberSet,
  context: ListContext,
  name: string,
  { signal, timeoutMs }: McpCallOptions,
): Promise<ToolRoute> {
  const wait: McpRequestOptions = {
    ...(signal === undefined ? {} : { signal }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
  const candidates = set.all().filter(({ serverId }) => set.catalog.mayOwn(serverId, name));
  const lists = await Promise.allSettled(
    candidates.map((member) => listServer(member, "listTools", wait, context)),
  );
  const route = set.catalog.find(name);
  if (route !== undefined) return route;
  // A server that cannot be reached may well have the tool: its failure is the truth, not "not found".
  const failed = lists.find((list) => list.status === "rejected");
  throw asNotSent(failed?.reason ?? toolNotFound(set, name));
}

function toolNotFound(set: MemberSet, toolName: string, serverId?: string): ToolNotFoundError {
  const nearest = nearestNames(toolName, set.catalog.names());
  return new ToolNotFoundError({ toolName, where: "server", nearest, serverId });
}
