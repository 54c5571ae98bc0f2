import type { McpEvent } from "./event.ts";
import type { JsonObject } from "./json.ts";
import type { McpError } from "./mcp-error.ts";
import type { McpStateChange } from "./state.ts";

/** A JSON-RPC 2.0 message; which kind it is follows from the keys that are there. */
export interface JsonRpcMessage {
  readonly jsonrpc: "2.0";
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Options of one {@link McpWire.send}. */
export interface McpSendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborting ends the request where a request is a stream of its own (HTTP). */
  readonly signal?: AbortSignal;
}

/**
 * One attempt at a connection: what a transport package gives to the session. Made new for every attempt and
 * never reused. Of kind `one-shot`, each `send` of a request is a whole process: no listen, no server requests.
 */
export interface McpWire {
  readonly kind: "pipe" | "http" | "one-shot";
  /** The process behind a pipe, where there is one: for people, never for killing. */
  readonly processId?: string;
  start(handlers: McpWireHandlers): Promise<void>;
  /** Rejects only when nothing was sent; everything later is `message` or `lost`. */
  send(message: JsonRpcMessage, options?: McpSendOptions): Promise<void>;
  /** Legacy era only; in the modern one the wire derives its headers from each body's `_meta`. */
  setProtocolVersion?(version: string): void;
  /** Awaited: nothing is left when it resolves. Idempotent. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

/**
 * A request whose stream ended without an answer. On a request that carries the modern `_meta`, a 4xx whose
 * body is a JSON-RPC error is an answer (delivered as a message with the id filled in), not a loss.
 */
export interface McpLoss {
  readonly cause: McpError;
  /** The server no longer knows the session, so no request of this wire will be answered any more. */
  readonly reason?: "session-expired";
  readonly status?: number;
  readonly body?: string;
}

/** What a wire reports to its session. */
export interface McpWireHandlers {
  /** Any JSON object; the session checks the envelope and settles a known id whatever its shape. */
  message(message: JsonRpcMessage): void;
  lost(id: string | number, loss: McpLoss): void;
  /** Exactly once, also when `close` was called. */
  closed(change: Pick<McpStateChange, "reason" | "error">): void;
  event(event: McpEvent): void;
}
