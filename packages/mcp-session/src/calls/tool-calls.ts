import {
  asNotSent,
  copyJson,
  isJsonObject,
  isMcpError,
  type JsonObject,
  type McpCallOptions,
  type McpEventBody,
  type McpToolResult,
  nearestNames,
  normaliseResult,
  requestOptionsError,
  ToolNotFoundError,
  ValidationError,
} from "@x/mcp-core";
import type { UsableTool } from "../tools/inspect-tool.ts";
import { jsonSize } from "../tools/json-size.ts";
import { paramHeaders } from "../tools/param-headers.ts";
import type { ToolCatalog } from "../tools/tool-catalog.ts";
import type { ToolChecks } from "../tools/tool-checks.ts";
import type { Operation } from "./operation.ts";
import { type PerformParts, perform, waitFor } from "./perform.ts";

/** What calling tools needs. */
export type ToolCallParts = PerformParts & {
  readonly catalog: ToolCatalog;
  readonly checks: ToolChecks;
  /** Whether anybody listens to `call` events; they are not even built otherwise. */
  readonly watched: () => boolean;
  emit(body: McpEventBody): void;
};

/** Calls tools. */
export type ToolCalls = (name: string, args: JsonObject, options?: McpCallOptions) => Promise<McpToolResult>;

/** Makes the calling side of a session. */
export function createToolCalls(parts: ToolCallParts): ToolCalls {
  const { settings, catalog, checks, supervisor, clock } = parts;
  const { serverId } = settings;
  const prefix = Math.floor(clock.random() * 36 ** 6).toString(36);
  let count = 0;

  const operationOf = (
    name: string,
    args: JsonObject,
    options: McpCallOptions,
    endsAt: number,
  ): Operation => ({
    method: "tools/call",
    phase: "call",
    serverId,
    toolName: name,
    params: { name, arguments: args },
    meta: options.meta,
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? settings.callTimeoutMs,
    totalTimeoutMs: options.totalTimeoutMs ?? settings.totalTimeoutMs,
    endsAt,
    onProgress: options.onProgress,
    harmlessTwice: harmlessTwice(catalog.get(name)),
    headers() {
      const annotations = catalog.get(name)?.annotations;
      return annotations === undefined || annotations.length === 0
        ? undefined
        : paramHeaders(annotations, args);
    },
  });

  const call = async (
    name: string,
    args: JsonObject,
    options: McpCallOptions,
    toolCallId: string,
  ): Promise<McpToolResult> => {
    const endsAt = supervisor.now() + (options.totalTimeoutMs ?? settings.totalTimeoutMs);
    if (supervisor.connection === undefined)
      await supervisor.connected(waitFor(operationOf(name, args, options, endsAt), supervisor));
    const entry = catalog.get(name) ?? (await listed(name, operationOf(name, args, options, endsAt), parts));
    const checked = checks.input(entry.tool, args);
    const given = checked instanceof Promise ? await checked : checked;
    const raw = await perform(operationOf(name, given, options, endsAt), parts);
    const result = normaliseResult(raw, { serverId, toolName: name, toolCallId });
    const verdict = checks.output(entry.tool, result);
    if (verdict !== undefined) await verdict;
    return result;
  };

  const watchedCall = async (
    name: string,
    args: JsonObject,
    options: McpCallOptions,
    toolCallId: string,
  ): Promise<McpToolResult> => {
    const startedAt = clock.now();
    const about = { type: "call", toolName: name, toolCallId } as const;
    parts.emit({ ...about, phase: "start" });
    try {
      const result = await call(name, args, options, toolCallId);
      const resultBytes = jsonSize(result.raw);
      parts.emit({ ...about, phase: "end", durationMs: clock.now() - startedAt, resultBytes });
      return result;
    } catch (error) {
      const code = isMcpError(error) ? { error: error.code } : { error: "call_failed" as const };
      parts.emit({ ...about, phase: "end", durationMs: clock.now() - startedAt, ...code });
      throw error;
    }
  };

  return (name, args, options = {}) => {
    const wrong = requestOptionsError(options, serverId) ?? argumentsError(name, args, serverId);
    if (wrong !== undefined) return Promise.reject(wrong);
    const toolCallId = options.toolCallId ?? `call-${prefix}-${++count}`;
    // Whoever gave them may change them while the call waits.
    const own = copyJson(args);
    return parts.watched()
      ? watchedCall(name, own, options, toolCallId)
      : call(name, own, options, toolCallId);
  };
}

/** A tool that the list does not have. The list may be older than the tool: it is read again, once. */
async function listed(
  name: string,
  operation: Operation,
  { catalog, refreshTools }: Pick<ToolCallParts, "catalog" | "refreshTools">,
): Promise<UsableTool> {
  await refreshTools(operation).catch((error: unknown) => {
    throw asNotSent(error);
  });
  const found = catalog.get(name);
  if (found !== undefined) return found;
  const nearest = nearestNames(name, catalog.names());
  throw new ToolNotFoundError({ toolName: name, where: "server", nearest, serverId: operation.serverId });
}

/** Arguments are an object (MCP 2025-11-25 server/tools), whatever a tool's schema says. */
function argumentsError(toolName: string, args: unknown, serverId: string): ValidationError | undefined {
  if (isJsonObject(args)) return undefined;
  const issues = [{ path: "", message: "must be an object", keyword: "type" }];
  return new ValidationError({ where: "mcp_input", issues, toolName, serverId });
}

function harmlessTwice(entry: UsableTool | undefined): boolean {
  const hints = entry?.tool.annotations;
  return hints?.readOnlyHint === true || hints?.idempotentHint === true;
}
