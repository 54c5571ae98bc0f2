import {
  abortable,
  type JsonObject,
  type McpCallOptions,
  type McpRequestOptions,
  type McpTool,
  type McpToolResult,
  type McpTransportPort,
  nearestNames,
  normaliseResult,
  OperationCancelledError,
  ToolNotFoundError,
} from "@x/mcp-core";
import { decoratePort, type PortOverrides } from "../decorator/decorate-port.ts";
import { createKnownTools } from "../decorator/known-tools.ts";
import type { ApprovalDecision, Approver } from "./approval.ts";
import { checkToolPolicy } from "./check-tool-policy.ts";
import { decideTool, type ToolPolicy } from "./tool-policy.ts";

/** Options of {@link withPolicy}. */
export interface PolicyOptions {
  /** Default: what only reads runs unasked, everything else is asked for. */
  readonly policy?: ToolPolicy;
  /** Asks a person. Without it whatever is to be asked for is refused. */
  readonly approve?: Approver;
  /** Ends the wait for an approval. Default: none but the call's own signal; a person may take long. */
  readonly signal?: AbortSignal;
}

/**
 * A decorator that lets a policy decide over calls. Denied tools are not listed, and calling one is a
 * `ToolNotFoundError` (`where: "allowlist"`). A refused approval is an answer with `isError` that says so, so that the
 * model can go on; nothing was sent. The wait for a person counts against no deadline of the call.
 *
 * @throws ConfigError for a policy that is misspelt.
 */
export function withPolicy(options: PolicyOptions): <P extends McpTransportPort>(port: P) => P {
  const { policy = {}, approve } = options;
  checkToolPolicy(policy);
  return (port) => decoratePort(port, (inner) => policed(inner, policy, approve, options.signal));
}

/** {@link withPolicy} that asks for every call. */
export function withApproval(approve: Approver): <P extends McpTransportPort>(port: P) => P {
  return withPolicy({ approve, policy: { readOnly: "ask", write: "ask", destructive: "ask" } });
}

function policed(
  port: McpTransportPort,
  policy: ToolPolicy,
  approve: Approver | undefined,
  outer: AbortSignal | undefined,
): PortOverrides {
  const known = createKnownTools(port);
  const shown = async (list: Promise<readonly McpTool[]>): Promise<readonly McpTool[]> => {
    const tools = await list;
    known.learn(tools);
    return tools.filter((tool) => decideTool(policy, tool).verdict !== "deny");
  };

  const ask = async (
    tool: McpTool,
    reason: string,
    args: JsonObject,
    call: McpCallOptions,
  ): Promise<ApprovalDecision> => {
    if (approve === undefined) return { approved: false, reason: "Nobody can be asked." };
    const signal = anySignal([call.signal, outer]);
    const request = { tool, reason, args: structuredClone(args), toolCallId: call.toolCallId };
    const what = `The approval of tool "${tool.name}"`;
    const asked = abortable(Promise.resolve(approve(request, { signal })), signal, what);
    const decision = await asked;
    return typeof decision === "boolean" ? { approved: decision } : decision;
  };

  return {
    connect: (request?: McpRequestOptions) => shown(port.connect(request)),
    reconnect: (request?: McpRequestOptions) => shown(port.reconnect(request)),
    listTools: (request?: McpRequestOptions) => shown(port.listTools(request)),
    async callTool(name, args, call = {}) {
      const tool = await known.find(name, call);
      // The port knows best what to say about a tool that nobody knows.
      if (tool === undefined) return port.callTool(name, args, call);
      const { verdict, reason } = decideTool(policy, tool);
      if (verdict === "deny") throw denied(tool, policy, await port.listTools(signalOf(call)));
      if (verdict === "allow") return port.callTool(name, args, call);
      const decision = await ask(tool, reason, args, call);
      if (!decision.approved) return refusal(tool, decision.reason, call.toolCallId);
      if (call.signal?.aborted) throw aborted(tool, call.signal);
      return port.callTool(name, decision.args ?? args, call);
    },
  };
}

function signalOf({ signal }: McpCallOptions): McpRequestOptions {
  return signal === undefined ? {} : { signal };
}

function denied(tool: McpTool, policy: ToolPolicy, tools: readonly McpTool[]): ToolNotFoundError {
  const allowed = tools
    .filter((other) => decideTool(policy, other).verdict !== "deny")
    .map(({ name }) => name);
  const { name, serverId } = tool;
  return new ToolNotFoundError({
    toolName: name,
    serverId,
    where: "allowlist",
    nearest: nearestNames(name, allowed),
  });
}

function refusal(tool: McpTool, reason: string | undefined, toolCallId = ""): McpToolResult {
  const why = reason === undefined ? "" : ` ${reason}`;
  const text = `The call of "${tool.name}" was not approved, and the tool did not run.${why}`;
  const raw = { content: [{ type: "text", text }], isError: true };
  return normaliseResult(raw, { serverId: tool.serverId, toolName: tool.serverToolName, toolCallId });
}

function aborted(tool: McpTool, signal: AbortSignal): OperationCancelledError {
  const what = `The call of tool "${tool.name}"`;
  return new OperationCancelledError({
    what,
    reason: signal.reason,
    outcome: "not-sent",
    toolName: tool.name,
  });
}

function anySignal(signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length === 0 ? new AbortController().signal : AbortSignal.any(given);
}
