import { isJsonObject, type JsonObject, type JsonRpcMessage } from "@x/mcp-core";

/** The lines that one process gets, and the ids to watch for. */
export interface OneShotPlan {
  readonly lines: readonly string[];
  readonly openingId: string;
  readonly requestId: string | number;
}

/** Whether a request says itself what it speaks, so that no handshake goes before it (2026-07-28 basic, `_meta`). */
function isModern({ params }: JsonRpcMessage): boolean {
  const meta = params?._meta;
  return isJsonObject(meta) && meta["io.modelcontextprotocol/protocolVersion"] !== undefined;
}

/**
 * What a process has to be told for one request: the request alone in the modern era, with the handshake before it in
 * the legacy one. `initialize` holds the parameters of that handshake.
 */
export function planOneShot(
  request: JsonRpcMessage & { readonly id: string | number },
  initialize: JsonObject | undefined,
): OneShotPlan {
  const { id } = request;
  if (isModern(request) || request.method === "initialize" || initialize === undefined)
    return { lines: [JSON.stringify(request)], openingId: "", requestId: id };
  const openingId = `${id}-opening`;
  const before: readonly JsonRpcMessage[] = [
    { jsonrpc: "2.0", id: openingId, method: "initialize", params: initialize },
    { jsonrpc: "2.0", method: "notifications/initialized" },
  ];
  return { lines: [...before, request].map((message) => JSON.stringify(message)), openingId, requestId: id };
}

/** Nobody could answer what the server asks meanwhile, so it is told that we answer nothing. */
export function withoutCapabilities(initialize: JsonObject): JsonObject {
  return { ...initialize, capabilities: {} };
}
