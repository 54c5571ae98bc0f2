import {
  type Clock,
  isJsonObject,
  type JsonRpcMessage,
  type McpWireHandlers,
  mcpDefaults,
} from "@x/mcp-core";
import type { createParser } from "eventsource-parser";
import { followRedirects } from "../send/follow-redirects.ts";
import type { HttpWireOptions } from "./http-wire-options.ts";
import { type ServerInitiative, serverInitiative } from "./server-initiative.ts";
import type { WireContext } from "./wire-context.ts";

/** The context of a new wire, and what only its owner may do with it. */
export interface OwnedWireContext {
  readonly context: WireContext;
  start(handlers: McpWireHandlers): void;
  /** Tells the session that the wire is over: once, whoever says it first. */
  closed: McpWireHandlers["closed"];
  /** What the server may do on its own, as far as the handshake has told. */
  initiative(): ServerInitiative;
}

/** Makes the context of a wire. After `closed` nothing is reported any more. */
export function createWireContext(options: HttpWireOptions, clock: Clock): OwnedWireContext {
  const { serverId, url } = options;
  let started: McpWireHandlers | undefined;
  let over = false;
  let parser: Promise<typeof createParser> | undefined;
  let initiative: ServerInitiative = { possible: false, toolsChange: false };

  const handlers = (): McpWireHandlers => {
    if (started === undefined) throw new TypeError("The wire was not started.");
    return started;
  };
  const report = (message: JsonRpcMessage): void => {
    if (!over) handlers().message(message);
  };
  const context: WireContext = {
    serverId,
    url,
    send: followRedirects(options.send),
    clock,
    maxMessageBytes: options.maxMessageBytes ?? mcpDefaults.maxMessageBytes,
    // Some gateways refuse a request that does not say who sends it.
    declared: { "user-agent": "x-mcp-http", ...options.headers },
    session: { id: undefined, protocolVersion: undefined },
    exchanges: new Set(),
    expired: undefined,
    handlers,
    emit(event) {
      if (!over) started?.event({ ...event, serverId, at: clock.now() });
    },
    noise: (value) => context.emit({ type: "noise", bytes: JSON.stringify(value)?.length ?? 0 }),
    parser() {
      parser ??= import("eventsource-parser").then((library) => library.createParser);
      return parser;
    },
    received(exchange, message) {
      const { method, id } = exchange.message;
      if (method === "initialize" && message.id === id)
        initiative = serverInitiative(exchange.message, message);
      report(message);
    },
    unasked(value) {
      if (isJsonObject(value)) report(value as unknown as JsonRpcMessage);
      else context.noise(value);
    },
  };
  return {
    context,
    start(own) {
      started = own;
    },
    closed(change) {
      if (over) return;
      over = true;
      started?.closed(change);
    },
    initiative: () => initiative,
  };
}
