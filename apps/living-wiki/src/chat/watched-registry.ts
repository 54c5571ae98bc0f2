import type { JsonObject, McpProgress, McpToolResult } from "@x/mcp";
import type { ToolDefinition, ToolRegistryPort } from "@x/tools";

/** What happens to the calls of a turn. */
export interface CallWatcher {
  started(callId: string, tool: ToolDefinition, args: JsonObject): void;
  progressed(callId: string, progress: McpProgress): void;
  answered(callId: string, tool: ToolDefinition, result: McpToolResult): void;
  failed(callId: string, error: unknown): void;
}

/** A registry whose calls are told, under ids of the app: a loop gets only what is for the model, people see the rest. */
export function watchRegistry(
  registry: ToolRegistryPort,
  callIdOf: (modelsId: string) => string,
  watcher: CallWatcher,
): ToolRegistryPort {
  return {
    register: (tool) => registry.register(tool),
    unregister: (name) => registry.unregister(name),
    list: () => registry.list(),
    get: (name) => registry.get(name),
    async dispatch(name, args, options = {}) {
      const tool = registry.get(name);
      if (tool === undefined || options.toolCallId === undefined)
        return registry.dispatch(name, args, options);
      const toolCallId = callIdOf(options.toolCallId);
      watcher.started(toolCallId, tool, args);
      try {
        const result = await registry.dispatch(name, args, {
          ...options,
          toolCallId,
          onProgress: (progress) => watcher.progressed(toolCallId, progress),
        });
        watcher.answered(toolCallId, tool, result);
        return result;
      } catch (error) {
        watcher.failed(toolCallId, error);
        throw error;
      }
    },
  };
}
