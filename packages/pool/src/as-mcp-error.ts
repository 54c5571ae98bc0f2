import { isMcpError, type McpError, type McpPhase, McpProtocolError } from "@x/mcp-core";

/** An error of another family, such as a sandbox's, as one of this stack's; the error itself is the cause. */
export function asMcpError(error: unknown, phase: McpPhase, serverId: string): McpError {
  if (isMcpError(error)) return error;
  const message = error instanceof Error ? error.message : "The server failed in an unknown way.";
  return new McpProtocolError({ phase, message, cause: error, serverId });
}
