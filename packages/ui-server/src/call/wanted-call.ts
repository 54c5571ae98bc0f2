import { CallRefusalError } from "./call-refusal.ts";

/** What a request asks for. */
export interface WantedCall {
  readonly serverId: string;
  readonly toolName: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly instance?: string;
  readonly threadId?: string;
  readonly messageId?: string;
}

/**
 * Reads `{ method: "tools/call", params: { name, arguments } }` or `{ toolName, args }`. The server's id comes with
 * the address or in the body; where both name one, they must agree.
 */
export function readWantedCall(body: unknown, routeServerId: string | undefined): WantedCall {
  if (!isObject(body)) throw new CallRefusalError("bad_request");
  const { method, toolName, args } = body;
  const params = method === "tools/call" && isObject(body.params) ? body.params : {};
  const [name, given] = method === undefined ? [toolName, args] : [params.name, params.arguments];
  const bodyServerId = readName(body.serverId);
  const serverId = routeServerId ?? bodyServerId;
  if (serverId === undefined || typeof name !== "string" || name === "" || name.length > 1024)
    throw new CallRefusalError("bad_request");
  if (given !== undefined && !isObject(given)) throw new CallRefusalError("bad_request");
  if (bodyServerId !== undefined && bodyServerId !== serverId) throw new CallRefusalError("server_mismatch");
  const names = ["instance", "threadId", "messageId"].map((key) => [key, readName(body[key])]);
  return {
    serverId,
    toolName: name,
    arguments: given ?? {},
    ...Object.fromEntries(names.filter(([, value]) => value !== undefined)),
  };
}

/** A name from outside: a short text, or nothing. Anything else is a malformed request. */
export function readName(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string" || value === "" || value.length > 256 || /\p{Cc}/u.test(value))
    throw new CallRefusalError("bad_request");
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
