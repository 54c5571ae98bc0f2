import { McpError } from "./mcp-error.ts";
import type { McpToolResult } from "./tool-result.ts";

/**
 * The tool answered `isError: true`. Thrown only by harness-style tools; a port's `callTool` resolves with such
 * an answer. Code `tool_error`, outcome `answered`.
 */
export class ToolError extends McpError {
  /** The whole answer; not part of what is printed or logged. */
  declare readonly result: McpToolResult;

  constructor(init: {
    readonly toolName: string;
    readonly serverId?: string;
    readonly result: McpToolResult;
  }) {
    super("tool_error", {
      message: `Tool "${init.toolName}" answered with an error; its content is in the error's \`result\`.`,
      serverId: init.serverId ?? init.result.serverId,
      toolName: init.toolName,
      outcome: "answered",
    });
    Object.defineProperty(this, "result", { value: init.result, enumerable: false });
  }

  override get name(): string {
    return "ToolError";
  }
}
