import { isMcpError, type McpError } from "./mcp-error.ts";

/**
 * The same failure, told to somebody whose request was never sent: a connection that failed in its handshake may leave
 * the handshake unknown, but not the call that waited for it. Class, code, cause and stack are kept.
 */
export function asNotSent(error: unknown): unknown {
  if (!isMcpError(error) || error.outcome === "not-sent") return error;
  const copy = new Error(error.message) as McpError;
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error));
  const { stack, ...own } = Object.getOwnPropertyDescriptors(error);
  Object.defineProperties(copy, own);
  const hidden = { configurable: true, writable: true, enumerable: false };
  Object.defineProperty(copy, "stack", { ...hidden, value: error.stack });
  Object.defineProperty(copy, "outcome", { ...hidden, enumerable: true, value: "not-sent" });
  return copy;
}
