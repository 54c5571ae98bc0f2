import { isJsonObject, type JsonRpcMessage, type McpLoss } from "@x/mcp-core";
import { metaKeys } from "../negotiate/meta-keys.ts";

/**
 * The answer in a refused request, where there is one: on a request of the modern era a 4xx whose body is a
 * JSON-RPC error is an answer and no loss (MCP 2026-07-28 streamable-http).
 */
export function asAnswer(request: JsonRpcMessage, { status, body }: McpLoss): JsonRpcMessage | undefined {
  const meta = request.params?._meta;
  const modern = isJsonObject(meta) && typeof meta[metaKeys.protocolVersion] === "string";
  if (!modern || body === undefined || status === undefined || status < 400 || status >= 500)
    return undefined;
  if (status === 401 || status === 403) return undefined;
  const message = parse(body);
  const { id } = request;
  if (!isJsonObject(message) || !isJsonObject(message.error) || id === undefined) return undefined;
  const { id: named = null } = message;
  return named === null || named === id ? { jsonrpc: "2.0", id, error: message.error } : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page of a proxy, say: no answer.
    return undefined;
  }
}
