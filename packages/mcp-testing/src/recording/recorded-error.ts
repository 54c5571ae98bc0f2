import {
  type JsonObject,
  McpError,
  type McpErrorCode,
  type McpErrorInit,
  type McpOutcome,
  McpProtocolError,
  type McpProtocolErrorInit,
  OperationTimeoutError,
  ToolNotFoundError,
  ValidationError,
} from "@x/mcp-core";

/** An error as it was recorded: the same code, outcome and words; the class where it can be made again. */
export function recordedError(recorded: JsonObject): McpError {
  const { code, name, phase, where, issues, nearest, deadline, timeoutMs } = recorded;
  // It was an error of ours when it was written down, and undefined values were left out then.
  const init = recorded as unknown as McpErrorInit & {
    readonly toolName: string;
    readonly outcome: McpOutcome;
  };
  if (name === "McpProtocolError" && phase !== undefined)
    return new McpProtocolError(recorded as unknown as McpProtocolErrorInit);
  if (name === "ToolNotFoundError")
    return new ToolNotFoundError({
      ...init,
      where: where as "server",
      nearest: nearest as readonly string[],
    });
  if (name === "ValidationError" && Array.isArray(issues))
    return new ValidationError({ ...init, where: where as "mcp_input", issues });
  if (name === "OperationTimeoutError")
    return new OperationTimeoutError({
      ...init,
      deadline: deadline as "call",
      timeoutMs: Number(timeoutMs),
      what: "The recorded request",
    });
  return new McpError((code ?? "call_failed") as McpErrorCode, init);
}
