import {
  isMcpError,
  type JsonObject,
  type McpCallOptions,
  type McpEventBody,
  type McpToolResult,
  nearestNames,
  normaliseResult,
  ToolNotFoundError,
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

  const find = async (name: string, operation: Operation): Promise<UsableTool> => {
    const known = catalog.get(name);
    if (known !== undefined) return known;
    // The list may be older than the tool; it is read again, once.
    await parts.refreshTools(operation);
    const found = catalog.get(name);
    if (found !== undefined) return found;
    const nearest = nearestNames(name, catalog.names());
    throw new ToolNotFoundError({ toolName: name, where: "server", nearest, serverId });
  };

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
    const entry = catalog.get(name) ?? (await find(name, operationOf(name, args, options, endsAt)));
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
    const toolCallId = options.toolCallId ?? `call-${prefix}-${++count}`;
    return parts.watched()
      ? watchedCall(name, args, options, toolCallId)
      : call(name, args, options, toolCallId);
  };
}

function harmlessTwice(entry: UsableTool | undefined): boolean {
  const hints = entry?.tool.annotations;
  return hints?.readOnlyHint === true || hints?.idempotentHint === true;
}
