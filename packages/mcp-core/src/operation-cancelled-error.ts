import { McpError, type McpOutcome } from "./mcp-error.ts";

/** The caller's signal aborted. Code `cancelled`; `cause` is the signal's own reason. */
export class OperationCancelledError extends McpError {
  constructor(init: {
    readonly what: string;
    readonly reason: unknown;
    readonly outcome?: McpOutcome;
    readonly serverId?: string | undefined;
    readonly toolName?: string | undefined;
  }) {
    super("cancelled", {
      message: `${init.what} was cancelled by its caller.`,
      serverId: init.serverId,
      toolName: init.toolName,
      outcome: init.outcome,
      cause: init.reason,
    });
  }

  override get name(): string {
    return "OperationCancelledError";
  }
}
