import {
  abortable,
  copyJson,
  isMcpError,
  type JsonObject,
  type McpCallOptions,
  McpError,
  McpProtocolError,
  type McpRequestOptions,
  type McpTool,
  type McpToolResult,
  type McpTransportPort,
  nearestNames,
  normaliseResult,
  OperationCancelledError,
  requestOptionsError,
  ToolNotFoundError,
} from "@x/mcp-core";
import { decoratePort, type PortOverrides } from "../decorator/decorate-port.ts";
import { createKnownTools } from "../decorator/known-tools.ts";
import type { ApprovalDecision, Approver } from "./approval.ts";
import { checkToolPolicy } from "./check-tool-policy.ts";
import { readDecision } from "./read-decision.ts";
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
    const request = { tool, reason, args: copyJson(args), toolCallId: call.toolCallId };
    try {
      const asked = Promise.resolve(approve(request, { signal }));
      const decision = await abortable(asked, signal, `The approval of tool "${tool.name}"`);
      const read = readDecision(decision);
      if (read === undefined) throw new TypeError("The approver answered something that is no decision.");
      return read;
    } catch (error) {
      throw isMcpError(error) ? error : notAsked(tool, error);
    }
  };

  return {
    connect: (request?: McpRequestOptions) => shown(port.connect(request)),
    reconnect: (request?: McpRequestOptions) => shown(port.reconnect(request)),
    listTools: (request?: McpRequestOptions) => shown(port.listTools(request)),
    async callTool(name, args, call = {}) {
      const wrong = requestOptionsError(call, port.serverId);
      if (wrong !== undefined) throw wrong;
      // What is sent is what was given, and what a person was shown, whatever becomes of the caller's object meanwhile.
      const given = copyJson(args);
      const tool = await known.find(name, call);
      // Not left to the port, which might find it after all and run it unasked.
      if (tool === undefined) throw notFound(name, "server", policy, await port.listTools(signalOf(call)));
      const { verdict, reason } = decideTool(policy, tool);
      if (verdict === "deny")
        throw notFound(name, "allowlist", policy, await port.listTools(signalOf(call)), tool);
      if (verdict === "allow") return port.callTool(name, given, call);
      const decision = await ask(tool, reason, given, call);
      if (!decision.approved) return refusal(tool, decision.reason, call.toolCallId);
      if (call.signal?.aborted) throw aborted(tool, call.signal);
      return port.callTool(name, decision.args ?? given, call);
    },
    async request(method, params, request) {
      if (method !== "tools/call") return port.request(method, params, request);
      throw new McpError("unsupported", {
        message: "A policy decides over calls of tools. Call them with callTool.",
        serverId: port.serverId,
        outcome: "not-sent",
      });
    },
  };
}

function signalOf({ signal }: McpCallOptions): McpRequestOptions {
  return signal === undefined ? {} : { signal };
}

function notFound(
  name: string,
  where: "server" | "allowlist",
  policy: ToolPolicy,
  tools: readonly McpTool[],
  tool?: McpTool,
): ToolNotFoundError {
  const allowed = tools.filter((other) => decideTool(policy, other).verdict !== "deny");
  const nearest = nearestNames(
    name,
    allowed.map((other) => other.name),
  );
  return new ToolNotFoundError({ toolName: name, serverId: tool?.serverId, where, nearest });
}

function notAsked(tool: McpTool, cause: unknown): McpProtocolError {
  const message = `The approval of tool "${tool.name}" could not be had, and the tool did not run.`;
  return new McpProtocolError({
    phase: "call",
    message,
    cause,
    serverId: tool.serverId,
    outcome: "not-sent",
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
