import {
  createEventHub,
  type JsonObject,
  McpProtocolError,
  type McpRequestOptions,
  type McpServerInfo,
  type McpState,
  type McpStateReason,
  type McpTool,
  type McpTransportPort,
  normaliseResult,
  OperationCancelledError,
  requestOptionsError,
} from "@x/mcp-core";
import { recordedError } from "./recorded-error.ts";
import type { McpRecording, RecordedExchange, RecordedList } from "./recording.ts";
import { createReplayQueue } from "./replay-queue.ts";

/** Options of {@link replayPort}. */
export interface ReplayOptions {
  /**
   * `any`: calls may come in another order than they were recorded in. `strict`: each has to be the next one.
   * Default `any`.
   */
  readonly order?: "any" | "strict";
  /** Whether an exchange may be answered more than once. Lists always may. Default false. */
  readonly reuse?: boolean;
  /** What time it is, for events. Default: always 0. */
  readonly now?: () => number;
}

/** A port that answers from a recording. No server runs. */
export interface ReplayPort extends McpTransportPort {
  /** What was asked, in this order. */
  readonly asked: readonly RecordedExchange[];
  /** Calls and requests of the recording that nobody asked for. */
  readonly remaining: readonly RecordedExchange[];
  /** @throws Error that names what is left, unless everything was asked for. */
  assertComplete(): void;
}

/**
 * Makes a port of a recording. What was not recorded is a `McpProtocolError` of the call, outcome `not-sent`, that
 * says what was recorded for the tool, without arguments.
 */
export function replayPort(recording: McpRecording, options: ReplayOptions = {}): ReplayPort {
  const { serverId } = recording;
  const { now = () => 0 } = options;
  const hub = createEventHub();
  const queue = createReplayQueue(recording, options);
  const lists = recording.exchanges.filter((exchange): exchange is RecordedList => exchange.kind === "list");
  let nextList = 0;
  let listed: RecordedList | undefined;
  let state: McpState = "disconnected";
  let serverInfo: McpServerInfo | undefined;

  const move = (next: McpState, reason: McpStateReason): void => {
    if (state === next) return;
    const change = { state: next, previous: state, reason, at: now() } as const;
    state = next;
    hub.emit({ type: "state", serverId, at: now(), change });
  };
  const begin = (phase: "list" | "call" | "read", signal: AbortSignal | undefined): void => {
    if (state === "closed")
      throw new McpProtocolError({
        phase,
        code: "closed",
        message: "The replay is stopped.",
        serverId,
        outcome: "not-sent",
      });
    if (signal?.aborted)
      throw new OperationCancelledError({
        what: "The replayed request",
        reason: signal.reason,
        outcome: "not-sent",
      });
    if (state === "disconnected") move("connecting", "connect");
    move("connected", "connected");
  };

  const list = async ({ signal }: McpRequestOptions = {}): Promise<readonly McpTool[]> => {
    begin("list", signal);
    // The last one stands for all that come later.
    listed = lists[nextList] ?? listed;
    nextList = Math.min(nextList + 1, lists.length);
    if (listed?.error !== undefined) throw recordedError(listed.error);
    serverInfo = listed?.serverInfo ?? serverInfo;
    return listed?.tools ?? [];
  };

  const answerOf = (exchange: { readonly result?: JsonObject; readonly error?: JsonObject }): JsonObject => {
    if (exchange.error !== undefined) throw recordedError(exchange.error);
    return exchange.result ?? {};
  };

  const port: ReplayPort = {
    serverId,
    get state() {
      return state;
    },
    get serverInfo() {
      return serverInfo;
    },
    get quarantined() {
      return listed?.quarantined ?? [];
    },
    get asked() {
      return queue.asked;
    },
    get remaining() {
      return queue.remaining;
    },
    assertComplete: () => queue.assertComplete(),
    connect: list,
    reconnect: list,
    listTools: list,
    async callTool(name, args, call = {}) {
      assertOptions(call, serverId);
      begin("call", call.signal);
      const exchange = queue.takeCall(name, args);
      for (const step of exchange.progress ?? []) call.onProgress?.(step);
      const toolCallId = call.toolCallId ?? `replay-${queue.asked.length}`;
      return normaliseResult(answerOf(exchange), {
        serverId: exchange.serverId,
        toolName: exchange.toolName,
        toolCallId,
      });
    },
    async request(method, params, request = {}) {
      assertOptions(request, serverId);
      begin("read", request.signal);
      return answerOf(queue.takeRequest(method, params));
    },
    on: (type, handler) => hub.on(type, handler),
    onStateChange: (handler) =>
      hub.on("state", ({ change }) => handler(change.state, change.previous, change)),
    async stop() {
      move("closed", "stopped");
      hub.clear();
    },
    [Symbol.asyncDispose]: () => port.stop(),
  };
  return port;
}

function assertOptions(options: unknown, serverId: string): void {
  const wrong = requestOptionsError(options, serverId);
  if (wrong !== undefined) throw wrong;
}
