import type { JsonObject } from "./json.ts";
import { McpError } from "./mcp-error.ts";
import type { McpToolResult } from "./tool-result.ts";

/** One way in which a value breaks its schema. */
export interface ValidationIssue {
  /** JSON pointer into the value; empty for the value itself. */
  readonly path: string;
  readonly message: string;
  /** The JSON Schema keyword that failed. */
  readonly keyword: string;
}

const shown = 3;

/**
 * Arguments or a result break the tool's schema. Code `invalid_arguments` (outcome `not-sent`) or
 * `invalid_result` (outcome `answered`; the result is kept in `result`). Never retryable as it is.
 */
export class ValidationError extends McpError {
  readonly where: "mcp_input" | "mcp_output";
  readonly issues: readonly ValidationIssue[];
  /** The answer that broke the output schema; not part of `toJSON`. */
  declare readonly result: McpToolResult | undefined;

  constructor(init: {
    readonly where: "mcp_input" | "mcp_output";
    readonly issues: readonly ValidationIssue[];
    readonly toolName: string;
    readonly serverId?: string | undefined;
    readonly result?: McpToolResult;
    readonly cause?: unknown;
  }) {
    const input = init.where === "mcp_input";
    const list = init.issues.slice(0, shown).map((issue) => `${issue.path || "the value"} ${issue.message}`);
    const more = init.issues.length > shown ? ` (and ${init.issues.length - shown} more)` : "";
    super(input ? "invalid_arguments" : "invalid_result", {
      message: `${input ? "The arguments" : "The result"} of tool "${init.toolName}" ${input ? "do" : "does"} not match its ${input ? "input" : "output"} schema: ${list.join("; ")}${more}.`,
      serverId: init.serverId,
      toolName: init.toolName,
      outcome: input ? "not-sent" : "answered",
      cause: init.cause,
    });
    this.where = init.where;
    this.issues = init.issues;
    // Not enumerable: printing the error must not print what the tool answered.
    Object.defineProperty(this, "result", { value: init.result, enumerable: false });
  }

  override get name(): string {
    return "ValidationError";
  }

  override toJSON(): JsonObject {
    return { ...super.toJSON(), where: this.where, issues: this.issues };
  }
}
