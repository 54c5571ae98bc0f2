import type { JsonObject, JsonRpcMessage, McpEra, McpSendOptions } from "@x/mcp-core";
import type { ExchangeOptions, McpExchange, McpExchangeEnd } from "./exchange.ts";
import { createInbound } from "./inbound.ts";
import { createOpenRequests, type OpenRequest } from "./open-requests.ts";
import { openRequest, requestMessage, sendOptionsOf } from "./outgoing-request.ts";
import { createRecentIds } from "./recent-ids.ts";
import { createRequestIds } from "./request-ids.ts";
import { createTap } from "./tap.ts";

/** A time-out of these is never told to the server (MCP 2025-11-25 basic/utilities/cancellation). */
const uncancellable: ReadonlySet<string> = new Set(["initialize", "server/discover"]);

/** Makes the exchange of a wire. Call `start` before the first request. */
export function createExchange(options: ExchangeOptions): McpExchange & { start(): Promise<void> } {
  const { wire, clock } = options;
  const nextId = createRequestIds(clock);
  const givenUp = createRecentIds();
  const tapped = createTap(wire);
  let era: McpEra | undefined;
  let envelope: JsonObject = {};
  let ended: McpExchangeEnd | undefined;

  const requests = createOpenRequests(clock, (request, why) => {
    givenUp.add(request.id);
    if (ended === undefined && !uncancellable.has(request.method)) cancel(request, why);
    request.stream?.abort();
  });

  /** Modern HTTP cancels by closing the stream (2026-07-28 streamable-http); a one-shot process simply ends. */
  const cancel = (request: OpenRequest, why: string): void => {
    if (wire.kind === "one-shot" || (wire.kind === "http" && era === "modern")) return;
    notify("notifications/cancelled", { requestId: request.id, reason: `The request ${why}.` }).catch(
      // A cancellation that cannot be sent has nobody left to read it.
      () => undefined,
    );
  };

  const send = (message: JsonRpcMessage, sendOptions?: McpSendOptions): Promise<void> => {
    try {
      return wire.send(message, sendOptions);
    } catch (error) {
      return Promise.reject(error);
    }
  };

  const notify = (method: string, params: JsonObject): Promise<void> =>
    send({ jsonrpc: "2.0", method, params });

  const inbound = createInbound({ ...options, requests, givenUp, tapped, era: () => era });

  const end = (change: McpExchangeEnd): boolean => {
    if (ended !== undefined) return false;
    ended = change;
    requests.end({ kind: "closed", change });
    tapped.closed(change);
    return true;
  };

  return {
    wireKind: wire.kind,
    get era() {
      return era;
    },
    get openRequests() {
      return requests.size;
    },
    speak(nextEra, nextEnvelope) {
      era = nextEra;
      envelope = nextEnvelope;
    },
    setProtocolVersion: (version) => wire.setProtocolVersion?.(version),
    request: (method, params, o = {}) =>
      new Promise((settle) => {
        if (ended !== undefined) return settle({ kind: "not-sent", cause: ended.error });
        if (o.signal?.aborted) return settle({ kind: "aborted", reason: o.signal.reason, sent: false });
        if (o.totalTimeoutMs !== undefined && o.totalTimeoutMs <= 0)
          return settle({ kind: "timeout", deadline: "total", timeoutMs: o.totalTimeoutMs, sent: false });
        const request = openRequest({ id: nextId(), method, options: o, settle, now: clock.now(), wire });
        requests.add(request);
        o.onId?.(request.id);
        send(requestMessage(request, params, o.meta, envelope), sendOptionsOf(request, o.headers)).then(
          () => {
            request.sent = true;
            if (ended !== undefined) requests.settle(request, { kind: "closed", change: ended });
          },
          (cause: unknown) => requests.settle(request, { kind: "not-sent", cause }),
        );
      }),
    notify,
    respond: (id, answer) => send({ jsonrpc: "2.0", id, ...answer }),
    drained: () => requests.drained(),
    hold: () => requests.hold(),
    tap: tapped.tap,
    end: (change) => void end(change),
    start: () =>
      wire.start({
        message(message) {
          if (ended === undefined) inbound.message(message);
        },
        lost: inbound.lost,
        closed(change) {
          if (end(change)) options.onClosed(change);
        },
        event: options.onEvent,
      }),
  };
}
