import type { Clock, JsonObject, McpEra } from "@x/mcp-core";
import type { McpExchange } from "../exchange/exchange.ts";

/** What a client says about itself. */
export interface McpClientInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
}

/**
 * How the era of a server is known: it answered the probe, it was silent on it, it was remembered from an earlier
 * connection (`prior`), or whoever configured the client said so (`declared`).
 */
export type McpEraEvidence = "answer" | "silence" | "prior" | "declared";

/** What negotiation found out about a server. */
export interface McpNegotiation {
  readonly era: McpEra;
  /** How that is known. */
  readonly evidence: McpEraEvidence;
  /** The revision that is spoken. */
  readonly protocolVersion: string;
  /** Self-reported, `unknown` where the server said nothing. */
  readonly serverInfo: { readonly name: string; readonly version: string };
  /** Of the server, as it sent them. */
  readonly capabilities: JsonObject;
  /** Of the server to the model. Untrusted. */
  readonly instructions?: string;
  /** The answer to `server/discover`, in the modern era. */
  readonly discover?: JsonObject;
}

/** What is known about a server's era from an earlier connection. */
export type McpEraVerdict =
  | { readonly era: "legacy" }
  | { readonly era: "modern"; readonly protocolVersion: string; readonly discover: JsonObject };

/** What a negotiator works with. */
export interface McpNegotiatorOptions {
  /** `auto` asks the server; the others never fall back. */
  readonly era: "auto" | McpEra;
  readonly clientInfo: McpClientInfo;
  /** The capabilities of the client, as the protocol spells them. */
  readonly capabilities: JsonObject;
  readonly serverId: string;
  /**
   * How long a server may be silent on the probe. On a pipe silence then counts as legacy; over HTTP it fails the
   * connect, and without this option only the deadline of the connect bounds it.
   */
  readonly probeTimeoutMs?: number | undefined;
  readonly clock: Clock;
  /** From an earlier connection: spares the probe. */
  readonly prior?: McpEraVerdict | undefined;
  readonly signal: AbortSignal;
  warn(code: string, message: string): void;
}

/** Agrees with a server on how to speak. */
export type McpNegotiator = (exchange: McpExchange, options: McpNegotiatorOptions) => Promise<McpNegotiation>;
