import {
  ConfigError,
  isMcpError,
  type JsonObject,
  type McpToolResult,
  nearestNames,
  OperationCancelledError,
  type ToolError,
  ToolNotFoundError,
} from "@x/mcp-core";
import type { ToolCallOptions, ToolDefinition } from "../tool-definition.ts";
import { checkToolName } from "../tool-name-rule.ts";
import { localError, localResult } from "./local-result.ts";
import type { ToolRegistryPort } from "./tool-registry-port.ts";

/**
 * Makes a registry, with `tools` in it.
 *
 * @throws ConfigError for a name that is malformed or used twice.
 */
export function createToolRegistry(tools: Iterable<ToolDefinition> = []): ToolRegistryPort {
  const byName = new Map<string, ToolDefinition>();
  let calls = 0;

  const registry: ToolRegistryPort = {
    register(tool) {
      checkToolName(tool.name, "/name");
      if (byName.has(tool.name))
        throw new ConfigError({
          pointer: "/name",
          problem: `there is a tool "${tool.name}" already, and it keeps its name. Unregister it first, or give this one another name.`,
        });
      byName.set(tool.name, tool);
    },
    unregister: (name) => byName.delete(name),
    list: () => [...byName.values()],
    get: (name) => byName.get(name),
    async dispatch(name, args, options = {}) {
      const tool = byName.get(name);
      if (tool === undefined)
        throw new ToolNotFoundError({
          toolName: name,
          where: "registry",
          nearest: nearestNames(name, byName.keys()),
        });
      const toolCallId = options.toolCallId ?? `call-${++calls}`;
      return run(tool, args, { ...options, toolCallId }, toolCallId);
    },
  };
  for (const tool of tools) registry.register(tool);
  return registry;
}

async function run(
  tool: ToolDefinition,
  args: JsonObject,
  options: ToolCallOptions,
  toolCallId: string,
): Promise<McpToolResult> {
  try {
    if (tool.call !== undefined) return await tool.call(args, options);
    throwIfAborted(tool.name, options.signal, "not-sent");
    return localResult(await tool.execute(args, options), tool.name, toolCallId);
  } catch (error) {
    if (isMcpError(error) && error.code === "tool_error") return (error as ToolError).result;
    if (tool.call !== undefined || isMcpError(error)) throw error;
    throwIfAborted(tool.name, options.signal, "unknown");
    return localError(error, tool.name, toolCallId);
  }
}

function throwIfAborted(
  toolName: string,
  signal: AbortSignal | undefined,
  outcome: "not-sent" | "unknown",
): void {
  if (!signal?.aborted) return;
  const what = `The call of tool "${toolName}"`;
  throw new OperationCancelledError({ what, reason: signal.reason, outcome, toolName });
}
