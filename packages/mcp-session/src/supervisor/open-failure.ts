import { isMcpError, type McpError, McpProtocolError, type McpStateReason } from "@x/mcp-core";

/**
 * What a caller gets when a wire could not be opened: an `McpError` and other typed errors (those with a `code`
 * and a `retryable`, such as a sandbox's) as they are, anything else wrapped.
 */
export function openFailure(error: unknown, serverId: string): Error {
  if (isMcpError(error)) return error;
  if (error instanceof Error && "code" in error && "retryable" in error) return error;
  return new McpProtocolError({
    phase: "connect",
    message: `The connection to server "${serverId}" could not be opened; the reason is in \`cause\`.`,
    serverId,
    outcome: "not-sent",
    cause: error,
  });
}

/** The error as a state change can carry it. */
export function stateError(error: Error, serverId: string): McpError {
  if (isMcpError(error)) return error;
  return new McpProtocolError({
    phase: "connect",
    message: `The connection to server "${serverId}" could not be opened: ${error.message}`,
    serverId,
    outcome: "not-sent",
    cause: error,
  });
}

/** The reason of a state change to `disconnected` that an error led to. */
export function failureReason(error: Error): McpStateReason {
  return isMcpError(error) && error.code === "auth" ? "auth-required" : "connect-failed";
}

/** Whether another attempt could end differently without anybody doing something. */
export function worthRetrying(error: Error): boolean {
  if (!isMcpError(error)) return (error as { readonly retryable?: unknown }).retryable === true;
  if (error.code === "auth") return error.retryable;
  return error.code !== "config" && error.code !== "unsupported";
}
