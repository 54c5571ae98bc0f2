import {
  isJsonObject,
  type JsonObject,
  type JsonRpcMessage,
  type McpLoss,
  type McpStateChange,
} from "@x/mcp-core";

/**
 * How one request ended. An exchange settles every request with one of these and never rejects: what a failure
 * means depends on what the request was for.
 */
export type McpExchangeOutcome =
  /** The server answered, and `result` is an object; nothing else about it was checked. */
  | { readonly kind: "result"; readonly result: JsonObject }
  /** The server answered with a JSON-RPC error. */
  | { readonly kind: "rpc-error"; readonly code: number; readonly message: string; readonly data: unknown }
  /** The server answered, but with neither a result object nor an error that has a numeric code. */
  | { readonly kind: "malformed"; readonly detail: string }
  /** The stream of this request ended without an answer. */
  | { readonly kind: "lost"; readonly loss: McpLoss }
  /** The connection ended while the request was open. */
  | { readonly kind: "closed"; readonly change: Pick<McpStateChange, "reason" | "error"> }
  /** The request never left. */
  | { readonly kind: "not-sent"; readonly cause: unknown }
  /** A deadline passed; it was `sent` unless there was no time left from the start. */
  | {
      readonly kind: "timeout";
      readonly deadline: "call" | "total";
      readonly timeoutMs: number;
      readonly sent: boolean;
    }
  /** The caller's signal aborted; `sent` says whether the request had left by then. */
  | { readonly kind: "aborted"; readonly reason: unknown; readonly sent: boolean };

/**
 * Reads the answer to a request of ours. Lenient where the meaning is plain (extra keys, `error: null` beside a
 * result, no `jsonrpc`), and never silent: whatever came settles the request (JSON-RPC 2.0, section 5).
 */
export function readAnswer(message: JsonRpcMessage): McpExchangeOutcome {
  const { error, result } = message;
  if (error !== undefined && error !== null) return readError(error);
  if (isJsonObject(result)) return { kind: "result", result };
  const what = result === undefined ? "no result" : `a result that is ${nameOf(result)} instead of an object`;
  return { kind: "malformed", detail: `an answer with ${what}` };
}

function readError(error: unknown): McpExchangeOutcome {
  if (!isJsonObject(error)) return { kind: "malformed", detail: `an error that is ${nameOf(error)}` };
  const { code, message, data } = error;
  if (typeof code !== "number") return { kind: "malformed", detail: "an error without a numeric code" };
  return { kind: "rpc-error", code, message: typeof message === "string" ? message : "", data };
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}
