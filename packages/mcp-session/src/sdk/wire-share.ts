import type { JsonRpcMessage, McpLoss } from "@x/mcp-core";
import type { McpExchange, McpExchangeEnd } from "../exchange/exchange.ts";
import type { SdkChannel } from "./sdk-channel.ts";

/** A Client's share of the wire of an exchange, and what was seen go by. */
export interface WireShare {
  readonly channel: SdkChannel;
  /** Whether a message of that method was sent. */
  sent(method: string): boolean;
  readonly answeredProbe: boolean;
  /** The last loss, if no answer came after it. */
  readonly loss: McpLoss | undefined;
  /** Why the wire ended, if it did. */
  readonly end: McpExchangeEnd | undefined;
  /** The process behind a pipe ended after the probe and before anything else was sent. */
  readonly diedOnProbe: boolean;
}

/** Shares the wire of an exchange: answers to ids that are not the exchange's own go to the Client. */
export function shareWire(exchange: McpExchange): WireShare {
  const { tap, wireKind } = exchange;
  const methods = new Set<string>();
  let answeredProbe = false;
  let loss: McpLoss | undefined;
  let end: McpExchangeEnd | undefined;
  let release = (): void => {};

  const isProbe = (id: JsonRpcMessage["id"]): boolean =>
    typeof id === "string" && id.startsWith("server-discover");

  return {
    channel: {
      kind: wireKind,
      async start(handlers) {
        release = tap.open({
          message(message) {
            if (message.method === undefined) loss = undefined;
            answeredProbe ||= isProbe(message.id);
            handlers.message(message);
          },
          lost(id, next) {
            loss = next;
            answeredProbe ||= isProbe(id);
            handlers.lost(id, next);
          },
          closed(change) {
            end = change;
            handlers.closed(change);
          },
        });
      },
      send(message, options) {
        if (message.method !== undefined) methods.add(message.method);
        return tap.send(message, options);
      },
      setProtocolVersion: tap.setProtocolVersion,
      close: async () => release(),
    },
    sent: (method) => methods.has(method),
    get answeredProbe() {
      return answeredProbe;
    },
    get loss() {
      return loss;
    },
    get end() {
      return end;
    },
    get diedOnProbe() {
      const ours = end?.reason === "stopped" || end?.reason === "sandbox-closed";
      return end !== undefined && !ours && wireKind === "pipe" && !methods.has("initialize");
    },
  };
}
