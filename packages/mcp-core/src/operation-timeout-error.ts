import type { JsonObject } from "./json.ts";
import { McpError, type McpOutcome } from "./mcp-error.ts";

/** Which clock ran out: `call` is the time without progress, `total` the bound whatever progress came. */
export type McpDeadline = "connect" | "call" | "total" | "install" | "stop" | "lock" | "queue";

/** A deadline passed. Code `timeout`. */
export class OperationTimeoutError extends McpError {
  readonly deadline: McpDeadline;
  readonly timeoutMs: number;

  constructor(init: {
    readonly deadline: McpDeadline;
    readonly timeoutMs: number;
    readonly what: string;
    readonly outcome?: McpOutcome;
    readonly serverId?: string | undefined;
    readonly toolName?: string | undefined;
    readonly cause?: unknown;
  }) {
    super("timeout", {
      message: `${init.what} took longer than its ${init.deadline} deadline of ${init.timeoutMs} ms.`,
      serverId: init.serverId,
      toolName: init.toolName,
      retryable: true,
      outcome: init.outcome,
      cause: init.cause,
    });
    this.deadline = init.deadline;
    this.timeoutMs = init.timeoutMs;
  }

  override get name(): string {
    return "OperationTimeoutError";
  }

  override toJSON(): JsonObject {
    return { ...super.toJSON(), deadline: this.deadline, timeoutMs: this.timeoutMs };
  }
}
