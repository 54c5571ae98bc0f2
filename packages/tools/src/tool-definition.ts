import type { JsonObject, McpCallOptions, McpToolAnnotations, McpToolResult } from "@x/mcp-core";

/** Options of one call of a tool. */
export type ToolCallOptions = Omit<McpCallOptions, "serverId">;

/** A tool an agent can call, wherever it lives: next to the agent, or on an MCP server. */
export interface ToolDefinition {
  /** What the model calls: 1 to 64 of `A-Z a-z 0-9 _ -`, first a letter or underscore. */
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonObject;
  /** JSON Schema of the output. */
  readonly outputSchema?: JsonObject | undefined;
  /** Hints; those of an MCP server are as trustworthy as the server. */
  readonly annotations?: McpToolAnnotations | undefined;
  readonly _meta?: JsonObject | undefined;
  /** Where a remote tool lives. Absent for a local one. */
  readonly origin?: { readonly serverId: string; readonly serverToolName: string } | undefined;
  /**
   * Runs the tool and resolves with its output for the model.
   *
   * @throws ToolError where the tool answered with an error; `result` has the whole answer.
   */
  execute(args: JsonObject, options?: ToolCallOptions): Promise<unknown>;
  /** Runs the tool and resolves with its whole answer, `isError` included. Absent: made from `execute`. */
  call?(args: JsonObject, options?: ToolCallOptions): Promise<McpToolResult>;
}
