import type { Clock, JsonObject, McpEra, McpEvent, McpProgress, McpStateChange, McpWire } from "@x/mcp-core";
import type { McpExchangeOutcome } from "./outcome.ts";
import type { McpWireTap } from "./tap.ts";

/** Why and how a connection ended. */
export type McpExchangeEnd = Pick<McpStateChange, "reason" | "error">;

/** Options of one request of an exchange. */
export interface McpExchangeRequestOptions {
  /** Gives the request up and tells the server. */
  readonly signal?: AbortSignal | undefined;
  /** Time without progress. Default: none. */
  readonly timeoutMs?: number;
  /** Time whatever comes. Default: none. */
  readonly totalTimeoutMs?: number;
  /** Extra `_meta` keys; they give way to the protocol's own. */
  readonly meta?: JsonObject | undefined;
  /** For the HTTP request that carries it; other wires ignore them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called with each `notifications/progress` of this request. */
  readonly onProgress?: ((progress: McpProgress) => void) | undefined;
  /** Learns the id before the request is sent. */
  readonly onId?: (id: string) => void;
}

/** Requests and answers on one wire: the place where nothing is mixed up, hangs or is lost in silence. */
export interface McpExchange {
  /** What the wire below is. */
  readonly wireKind: McpWire["kind"];
  /** `undefined` until it is known how the server wants to be spoken to. */
  readonly era: McpEra | undefined;
  /** How many requests wait for an answer. */
  readonly openRequests: number;
  /** Fixes the era; `envelope` goes into the `_meta` of every request from now on (MCP 2026-07-28 basic). */
  speak(era: McpEra, envelope: JsonObject): void;
  /** Tells the wire which legacy revision was agreed on. */
  setProtocolVersion(version: string): void;
  /** Sends a request. Never rejects. */
  request(
    method: string,
    params: JsonObject,
    options?: McpExchangeRequestOptions,
  ): Promise<McpExchangeOutcome>;
  /** Sends a notification. Rejects where it could not be sent. */
  notify(method: string, params: JsonObject): Promise<void>;
  /** Answers a request of the server (legacy era only). Rejects where the answer could not be sent. */
  respond(
    id: string | number,
    answer: { readonly result: JsonObject } | { readonly error: JsonObject },
  ): Promise<void>;
  /** Resolves when no request is open. */
  drained(): Promise<void>;
  /** Stops the call timers of all open requests, not the total ones, until the returned function is called. */
  hold(): () => void;
  /** For another protocol client on the same wire. */
  readonly tap: McpWireTap;
  /** Settles everything that is open and refuses what comes later. The wire is its owner's to close. */
  end(change: McpExchangeEnd): void;
}

/** What an exchange is made of. */
export interface ExchangeOptions {
  readonly wire: McpWire;
  readonly clock: Clock;
  readonly resetTimeoutOnProgress: boolean;
  /** A request of the server (legacy era). */
  onRequest(id: string | number, method: string, params: JsonObject): void;
  onNotification(method: string, params: JsonObject): void;
  /** The wire ended by itself. */
  onClosed(end: McpExchangeEnd): void;
  onEvent(event: McpEvent): void;
  warn(code: string, message: string): void;
}
