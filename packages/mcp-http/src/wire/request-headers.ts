import { encodeHeaderValue, type JsonObject, type JsonRpcMessage } from "@x/mcp-core";

/** What a legacy session adds to every request after `initialize`. */
export interface LegacySession {
  id: string | undefined;
  protocolVersion: string | undefined;
}

type Headers = Readonly<Record<string, string>>;

const versionKey = "io.modelcontextprotocol/protocolVersion";

/** Which field of the parameters `Mcp-Name` repeats (MCP 2026-07-28 basic/transports/streamable-http). */
const nameFields: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/** The revision a message of the modern era says it speaks, in its `_meta`; `undefined` for a legacy one. */
export function modernVersion(message: JsonRpcMessage): string | undefined {
  const meta = message.params?._meta as JsonObject | null | undefined;
  const version = meta?.[versionKey];
  return typeof version === "string" ? version : undefined;
}

/** What a call is about, for `Mcp-Name` and for step-up authorization. */
export function operationName(message: JsonRpcMessage): string | undefined {
  const field = message.method === undefined ? undefined : nameFields[message.method];
  const value = field === undefined ? undefined : message.params?.[field];
  return typeof value === "string" ? value : undefined;
}

/** The headers of one POST: the declared ones, those of the caller, then those the protocol owns. */
export function postHeaders(
  message: JsonRpcMessage,
  declared: Headers,
  own: Headers | undefined,
  session: LegacySession,
): Headers {
  const headers: Record<string, string> = { ...declared };
  if (own !== undefined) for (const name of Object.keys(own)) headers[name.toLowerCase()] = own[name] ?? "";
  headers.accept = "application/json, text/event-stream";
  headers["accept-encoding"] = "identity";
  headers["content-type"] = "application/json";
  const version = modernVersion(message);
  if (version === undefined) return Object.assign(headers, sessionHeaders(message.method, session));
  headers["mcp-protocol-version"] = version;
  headers["mcp-method"] = message.method ?? "";
  const name = operationName(message);
  if (name !== undefined) headers["mcp-name"] = encodeHeaderValue(name);
  return headers;
}

/** The headers of a GET that asks for an event stream; legacy era only. */
export function streamHeaders(declared: Headers, session: LegacySession, lastEventId?: string): Headers {
  return {
    ...deleteHeaders(declared, session),
    accept: "text/event-stream",
    "accept-encoding": "identity",
    // An id is UTF-8 (WHATWG HTML 9.2.3), a field value is written byte by byte.
    ...(lastEventId === undefined
      ? {}
      : { "last-event-id": Buffer.from(lastEventId, "utf8").toString("latin1") }),
  };
}

/** The headers of the DELETE that ends a session; legacy era only. */
export function deleteHeaders(declared: Headers, session: LegacySession): Headers {
  return { ...declared, ...sessionHeaders(undefined, session) };
}

/** `initialize` opens a session, so it belongs to none and names no version yet. */
function sessionHeaders(method: string | undefined, session: LegacySession): Headers {
  if (method === "initialize") return {};
  return {
    ...(session.id === undefined ? {} : { "mcp-session-id": session.id }),
    ...(session.protocolVersion === undefined ? {} : { "mcp-protocol-version": session.protocolVersion }),
  };
}
