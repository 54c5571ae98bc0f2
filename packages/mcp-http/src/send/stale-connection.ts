import type { HttpRequest } from "@x/mcp-core";

/**
 * JSON-RPC methods that only read, so that sending one twice is the same as sending it once. `tools/call` is not
 * among them, whatever its tool says of itself: whether the first one ran cannot be known.
 */
const readingMethods: ReadonlySet<string> = new Set([
  "server/discover",
  "ping",
  "tools/list",
  "prompts/list",
  "prompts/get",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "completion/complete",
]);

/**
 * Whether a request may be sent again after the connection it was written to was reset before a byte of the
 * answer (RFC 9110 9.2.2). A server that closes an idle connection at the moment it is used again causes this;
 * a server that dies in mid-request looks the same, so what may have had an effect is never repeated.
 */
export function mayRepeat(request: HttpRequest): boolean {
  if (request.method !== "POST") return true;
  return request.operation !== undefined && readingMethods.has(request.operation.method);
}

/**
 * Lets the event loop look at its sockets once. A connection that the server closed while this process slept is
 * then known to be closed, and no request is written to it.
 */
export async function noticeClosedConnections(): Promise<void> {
  // Two turns: the first may end a poll that began before, only the second has a whole one behind it.
  await new Promise<void>((resolve) => setImmediate(resolve));
  await new Promise<void>((resolve) => setImmediate(resolve));
}
