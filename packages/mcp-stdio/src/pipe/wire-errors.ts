import { McpProtocolError } from "@x/mcp-core";

/** The error of a send after the end. */
export function notOpenError(serverId: string): McpProtocolError {
  return new McpProtocolError({
    phase: "call",
    code: "closed",
    message: `The connection to server "${serverId}" has ended; nothing was sent.`,
    serverId,
    outcome: "not-sent",
    retryable: true,
  });
}

/** The error of a request whose answer was longer than a message may be. */
export function overlongError(serverId: string, bytes: number, max: number): McpProtocolError {
  return new McpProtocolError({
    phase: "call",
    code: "limit",
    message: `Server "${serverId}" answered with ${bytes} bytes, ${max} are allowed. Ask for less, or raise maxMessageBytes.`,
    serverId,
    outcome: "answered",
  });
}

/** The error of a request whose answer is neither UTF-8 nor JSON. */
export function unreadableError(serverId: string): McpProtocolError {
  return new McpProtocolError({
    phase: "call",
    message: `Server "${serverId}" answered with a line that is no UTF-8 or no JSON. Report it to whoever made the server.`,
    serverId,
    outcome: "answered",
  });
}
