import {
  isJsonObject,
  isolateHandler,
  type JsonObject,
  type JsonRpcMessage,
  type McpSendOptions,
  type McpWire,
} from "@x/mcp-core";
import type { McpExchangeRequestOptions } from "./exchange.ts";
import type { OpenRequest } from "./open-requests.ts";
import type { McpExchangeOutcome } from "./outcome.ts";

/** Makes the table entry of a request that is about to be sent. */
export function openRequest(init: {
  readonly id: string;
  readonly method: string;
  readonly options: McpExchangeRequestOptions;
  readonly settle: (outcome: McpExchangeOutcome) => void;
  readonly now: number;
  readonly wire: McpWire;
}): OpenRequest {
  const { id, method, options, settle, now, wire } = init;
  const timeoutMs = options.timeoutMs ?? Number.POSITIVE_INFINITY;
  const totalTimeoutMs = options.totalTimeoutMs ?? Number.POSITIVE_INFINITY;
  return {
    id,
    method,
    timeoutMs,
    totalTimeoutMs,
    callDueAt: now + timeoutMs,
    totalDueAt: now + totalTimeoutMs,
    signal: options.signal,
    onProgress: options.onProgress && isolateHandler(options.onProgress),
    // On a pipe a request has no stream of its own, and an AbortController is not free.
    stream: wire.kind === "pipe" ? undefined : new AbortController(),
    settle,
    sent: false,
    unwatch: undefined,
  };
}

/**
 * The message of a request. Its id is its progress token too, and one is always sent: without a token a server
 * sends no progress, and without progress a long call cannot be told from a dead one.
 */
export function requestMessage(
  request: OpenRequest,
  params: JsonObject,
  meta: JsonObject | undefined,
  envelope: JsonObject,
): JsonRpcMessage {
  const { id, method } = request;
  const own = isJsonObject(params._meta) ? params._meta : undefined;
  const _meta =
    own === undefined && meta === undefined
      ? { ...envelope, progressToken: id }
      : { ...own, ...meta, ...envelope, progressToken: id };
  return { jsonrpc: "2.0", id, method, params: { ...params, _meta } };
}

/** The options of the `send` of a request; `undefined` where there is nothing to say. */
export function sendOptionsOf(
  request: OpenRequest,
  headers: Readonly<Record<string, string>> | undefined,
): McpSendOptions | undefined {
  const signal = request.stream?.signal;
  if (signal === undefined) return headers === undefined ? undefined : { headers };
  return headers === undefined ? { signal } : { signal, headers };
}
