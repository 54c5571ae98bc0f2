import type { IncomingHttpHeaders } from "node:http";
import { encodeHeaderValue, type JsonObject } from "@x/mcp-core";

const nameFields: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/**
 * What is wrong with the headers of a modern request, as a server of 2026-07-28 checks them
 * (basic/transports/streamable-http, "Header Validation"); `undefined` where nothing is.
 */
export function headerMismatch(
  headers: IncomingHttpHeaders,
  method: string,
  params: JsonObject,
  version: string,
): string | undefined {
  if (headers["mcp-protocol-version"] !== version) return "MCP-Protocol-Version";
  if (headers["mcp-method"] !== method) return "Mcp-Method";
  const field = nameFields[method];
  const value = field === undefined ? undefined : params[field];
  if (typeof value === "string" && headers["mcp-name"] !== encodeHeaderValue(value)) return "Mcp-Name";
  return undefined;
}
