import type { McpToolResult } from "@x/mcp-core";
import type { ToolRegistryPort } from "../registry/tool-registry-port.ts";
import type { ToolCallOptions } from "../tool-definition.ts";
import { errorResult } from "./error-result.ts";
import type { FormattedTools } from "./tool-format-report.ts";

/** A call as a model wrote it. */
export interface ModelToolCall {
  readonly toolCallId: string;
  readonly name: string;
  /** JSON text or an object. */
  readonly arguments: unknown;
}

/**
 * Runs a call of a model: its arguments mapped back, the tool dispatched. Every failure is a result the model can go
 * on from, so that a turn never ends because of a tool; only the caller's own abort rejects.
 *
 * @throws OperationCancelledError where `signal` aborted.
 */
export async function answerToolCall(
  registry: Pick<ToolRegistryPort, "dispatch">,
  formatted: Pick<FormattedTools<unknown>, "readArguments">,
  call: ModelToolCall,
  options: ToolCallOptions = {},
): Promise<McpToolResult> {
  const { name, toolCallId } = call;
  try {
    const args = formatted.readArguments(name, call.arguments);
    return await registry.dispatch(name, args, { ...options, toolCallId });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return errorResult(error, { toolName: name, toolCallId });
  }
}
