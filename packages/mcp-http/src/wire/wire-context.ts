import type { Clock, HttpSend, JsonRpcMessage, McpError, McpEventBody, McpWireHandlers } from "@x/mcp-core";
import type { createParser } from "eventsource-parser";
import type { HttpExchange } from "./http-exchange.ts";
import type { LegacySession } from "./request-headers.ts";

/** What the parts of one wire share. */
export interface WireContext {
  readonly serverId: string;
  readonly url: URL;
  readonly send: HttpSend;
  readonly clock: Clock;
  readonly maxMessageBytes: number;
  /** Header names are lower case. */
  readonly declared: Readonly<Record<string, string>>;
  readonly session: LegacySession;
  /** Requests and notifications under way; closing the wire aborts them. */
  readonly exchanges: Set<HttpExchange>;
  /** Why nothing can be sent any more, once the server has forgotten the session. */
  expired: McpError | undefined;
  handlers(): McpWireHandlers;
  emit(event: McpEventBody): void;
  /** Counts what is no message. */
  noise(value: unknown): void;
  /** Loads the parser with the first stream. */
  parser(): Promise<typeof createParser>;
  /** Takes the message that came on the stream of an exchange. */
  received(exchange: HttpExchange, message: JsonRpcMessage): void;
  /** Takes what came on a stream of no exchange. */
  unasked(value: unknown): void;
}
