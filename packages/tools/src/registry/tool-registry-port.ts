import type { JsonObject, McpToolResult } from "@x/mcp-core";
import type { ToolCallOptions, ToolDefinition } from "../tool-definition.ts";

/** Where an agent loop finds its tools. Implement it to register MCP tools into a registry of your own. */
export interface ToolRegistryPort {
  /** @throws ConfigError for a name that is malformed or taken: whoever has a name keeps it. */
  register(tool: ToolDefinition): void;
  /** Whether there was such a tool. */
  unregister(name: string): boolean;
  /** In the order of registration. Reads no server. */
  list(): readonly ToolDefinition[];
  get(name: string): ToolDefinition | undefined;
  /**
   * Runs a tool and resolves with its answer. An answer with `isError`, and whatever a local tool throws, is a
   * result too, so that the model can go on from it.
   *
   * @throws ToolNotFoundError (`where: 'registry'`) with the nearest names.
   * @throws McpError where a server could not be asked; its `outcome` says whether the tool may have run.
   */
  dispatch(name: string, args: JsonObject, options?: ToolCallOptions): Promise<McpToolResult>;
}
