import {
  isJsonObject,
  type JsonObject,
  type JsonRpcMessage,
  McpAuthError,
  type McpLoss,
  type McpOutcome,
  McpProtocolError,
} from "@x/mcp-core";
import { phaseOf } from "./phase.ts";
import { modernVersion } from "./request-headers.ts";
import { retryAfterMs } from "./retry-after.ts";

/** A response that is no success, and the request it belongs to. */
export interface RefusedExchange {
  readonly serverId: string;
  readonly message: JsonRpcMessage;
  /** The request named a session. */
  readonly inSession: boolean;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body. */
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What servers write into a 400 where the specification wants a 404 for a session that is gone. */
const lostSessionText = /session|not initialized/i;

/** These may pass on their own: the server, or something before it, is overloaded or away for the moment. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/**
 * The JSON-RPC error a 4xx carries, where it is the answer to the request: in the modern era always (MCP
 * basic/transports/streamable-http), in the legacy era where it names the very id.
 */
export function answerInRefusal(refused: RefusedExchange): JsonRpcMessage | undefined {
  const { message, status, body } = refused;
  if (status < 400 || status >= 500 || status === 401 || status === 403 || isExpired(refused))
    return undefined;
  const answer = parseObject(body);
  if (answer === undefined || !isJsonObject(answer.error)) return undefined;
  const sameId = answer.id === message.id;
  const unnamed = answer.id === null || answer.id === undefined;
  if (!sameId && !(unnamed && modernVersion(message) !== undefined)) return undefined;
  return { ...answer, jsonrpc: "2.0", id: message.id ?? null };
}

/** What a refusal means for its request. */
export function lossOfRefusal(refused: RefusedExchange): McpLoss {
  const { status, body, message, serverId } = refused;
  if (status === 401 || status === 403) return { cause: authError(refused), status, body };
  const expired = isExpired(refused);
  const cause = new McpProtocolError({
    phase: phaseOf(message.method),
    message: expired
      ? `The server ${serverId} no longer knows the session (HTTP ${status}): a new one has to be opened.`
      : `The server ${serverId} refused ${message.method ?? "an answer"} with HTTP ${status}. ${advice(refused)}`,
    serverId,
    status,
    rpcCode: rpcCodeOf(body),
    retryAfterMs: retryAfterMs(refused.headers["retry-after"], refused.now),
    retryable: expired || passing.has(status),
    outcome: expired ? "not-sent" : outcomeOf(refused),
  });
  return { cause, status, body, ...(expired ? { reason: "session-expired" as const } : {}) };
}

/** True where the refusal says that the session is gone. */
function isExpired({ inSession, status, body }: RefusedExchange): boolean {
  if (!inSession) return false;
  return status === 404 || (status === 400 && lostSessionText.test(body));
}

/**
 * What is known of the request. 3xx and 429 (RFC 6585) were not worked on; nor was what a 503 turned away, if it
 * says when to come back: without that, a 503 is what gateways write when the server dies behind them. A 4xx is
 * the server's answer. Anything else may have run.
 */
function outcomeOf({ status, headers }: RefusedExchange): McpOutcome {
  if (status < 400 || status === 429) return "not-sent";
  if (status === 503) return headers["retry-after"] === undefined ? "unknown" : "not-sent";
  if (status === 408 || status >= 500) return "unknown";
  return "answered";
}

function advice({ status, headers }: RefusedExchange): string {
  if (status >= 300 && status < 400) {
    if (headers.location === undefined) return "It redirects without saying where; check the URL.";
    if (holdsUserName(headers.location))
      return "It redirects to a URL with a user name or a password in it, which is not followed: declare how to authorize in `auth`.";
    const origin = originOf(headers.location);
    const where =
      origin === undefined ? "in a way that no POST can follow" : `to ${origin}, which is not followed`;
    return `It redirects ${where}: declare the URL it leads to, if that is the right one.`;
  }
  if (status === 404 || status === 405) return "Check the URL, its path above all.";
  if (passing.has(status)) return "Try again later.";
  if (status >= 500) return "The server's own log says more.";
  return "The server does not take the request as it is.";
}

/** RFC 9110 15.5.2 and 15.5.4. Either way the request was turned away before it ran. */
function authError({ serverId, status, message }: RefusedExchange): McpAuthError {
  return new McpAuthError({
    authCode: status === 401 ? "auth_required" : "credentials_rejected",
    message:
      status === 401
        ? `The server ${serverId} asks for authorization (HTTP 401): declare \`auth\`.`
        : `The server ${serverId} forbids ${message.method ?? "the request"} (HTTP 403): check what these credentials may do.`,
    phase: "resource",
    retry: "after-user",
    serverId,
    httpStatus: status,
    outcome: "not-sent",
  });
}

function rpcCodeOf(body: string): number | undefined {
  const error = parseObject(body)?.error;
  const code = isJsonObject(error) ? error.code : undefined;
  return typeof code === "number" ? code : undefined;
}

function parseObject(body: string): JsonObject | undefined {
  if (!body.trimStart().startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined; // not JSON: an error page
  }
}

function holdsUserName(location: string): boolean {
  if (!URL.canParse(location)) return /^\s*[\\/]{2}[^\\/?#]*@/.test(location);
  const { username, password } = new URL(location);
  return username !== "" || password !== "";
}

function originOf(location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location)) return undefined;
  const { origin } = new URL(location);
  // What is no http has none to show: `file:`, `data:`, `javascript:`.
  return origin === "null" ? undefined : origin;
}
