import {
  abortable,
  type Clock,
  type JsonObject,
  type McpEvent,
  type McpHostHandlers,
  McpProtocolError,
  type McpServerInfo,
  type McpWire,
} from "@x/mcp-core";
import { createExchange } from "../exchange/create-exchange.ts";
import type { McpExchange, McpExchangeEnd } from "../exchange/exchange.ts";
import type { McpElicitationMode } from "../negotiate/client-capabilities.ts";
import type { McpNegotiation, McpNegotiator, McpNegotiatorOptions } from "../negotiate/negotiation.ts";
import { createHostRequests, type HostRequests } from "./host-requests.ts";
import { announcedLists, createListChanges } from "./list-changes.ts";
import { createListen, type Listen } from "./listen.ts";
import { createServerRequests } from "./server-requests.ts";

/** One connected wire and what is known about the server behind it. */
export interface Connection {
  readonly exchange: McpExchange;
  readonly wireKind: McpWire["kind"];
  readonly host: HostRequests;
  /** Throws where nothing is negotiated yet. */
  readonly negotiation: McpNegotiation;
  readonly serverInfo: McpServerInfo;
  /** Why it ended; `undefined` while it lives. */
  readonly ended: McpExchangeEnd | undefined;
  /** Runs something when it ends; at once where it has. The returned function forgets it. */
  onEnd(run: (end: McpExchangeEnd) => void): () => void;
  /** Negotiates, for the first time or again. */
  negotiate(options: McpNegotiatorOptions): Promise<McpNegotiation>;
  /** Opens the standing subscription where the era and the server have one. */
  listen(): void;
  /** Settles what is open, then closes the wire and waits for it. Closing twice is one closing. */
  close(end: McpExchangeEnd, options?: { readonly graceMs?: number }): Promise<void>;
}

/** What a connection is made of. */
export interface ConnectionOptions {
  readonly wire: McpWire;
  readonly clock: Clock;
  readonly serverId: string;
  readonly handlers: McpHostHandlers;
  readonly elicitationModes: readonly McpElicitationMode[];
  readonly resetTimeoutOnProgress: boolean;
  readonly negotiator: McpNegotiator;
  /** Ends the start of the wire. */
  readonly signal: AbortSignal;
  onToolsChanged(): void;
  onClosed(connection: Connection, end: McpExchangeEnd): void;
  /** The wire is being closed, for whatever reason. Called once. */
  onClosing(connection: Connection, closing: Promise<void>): void;
  onEvent(event: McpEvent): void;
  warn(code: string, message: string): void;
}

/** Starts a wire. Rejects with what the wire's start rejected with, after closing it. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { wire, clock, serverId } = options;
  const host = createHostRequests(options);
  const listChanges = createListChanges(options);
  let negotiation: McpNegotiation | undefined;
  let listen: Listen | undefined;
  let ended: McpExchangeEnd | undefined;
  let closing: Promise<void> | undefined;
  const onEnd = new Set<(end: McpExchangeEnd) => void>();

  const onNotification = (method: string, params: JsonObject): void => {
    if (listen?.notification(method, params)) return;
    if (method === "notifications/cancelled") serverRequests.cancelled(params);
    else if (listen?.concerns(params) ?? true) listChanges.announced(method, params);
  };

  const finish = (end: McpExchangeEnd): void => {
    ended ??= end;
    for (const run of onEnd) run(ended);
    onEnd.clear();
    listen?.end();
    serverRequests.end();
  };

  const exchange = createExchange({
    ...options,
    onRequest: (id, method, params) => serverRequests.handle(id, method, params),
    onNotification,
    onClosed(end) {
      finish(end);
      options.onClosed(connection, end);
    },
  });
  const serverRequests = createServerRequests(exchange, host);

  const connection: Connection = {
    exchange,
    wireKind: wire.kind,
    host,
    get negotiation() {
      if (negotiation === undefined)
        throw new McpProtocolError({
          phase: "connect",
          message: `Server "${serverId}" was used before negotiation was over.`,
          serverId,
          outcome: "not-sent",
        });
      return negotiation;
    },
    get serverInfo() {
      return serverInfoOf(connection.negotiation);
    },
    get ended() {
      return ended;
    },
    onEnd(run) {
      if (ended !== undefined) run(ended);
      else onEnd.add(run);
      return () => void onEnd.delete(run);
    },
    async negotiate(negotiatorOptions) {
      negotiation = await options.negotiator(exchange, negotiatorOptions);
      return negotiation;
    },
    listen() {
      listen?.end();
      listen = undefined;
      if (ended !== undefined || exchange.era !== "modern" || wire.kind === "one-shot") return;
      const lists = announcedLists(connection.negotiation.capabilities);
      if (lists.length === 0) return;
      listen = createListen({
        exchange,
        clock,
        lists,
        onReopened: () => listChanges.missed(lists),
        warn: options.warn,
      });
      listen.start();
    },
    close(end, closeOptions) {
      finish(end);
      exchange.end(end);
      if (closing === undefined) {
        closing = wire.close(closeOptions);
        options.onClosing(connection, closing);
      }
      return closing;
    },
  };

  try {
    await abortable(exchange.start(), options.signal, `Connecting to server "${serverId}"`);
  } catch (error) {
    await connection.close({ reason: "connect-failed" });
    throw error;
  }
  return connection;
}

function serverInfoOf(negotiation: McpNegotiation): McpServerInfo {
  const { era, protocolVersion, serverInfo, capabilities, instructions } = negotiation;
  return {
    era,
    protocolVersion,
    ...serverInfo,
    capabilities,
    ...(instructions === undefined ? {} : { instructions }),
  };
}
