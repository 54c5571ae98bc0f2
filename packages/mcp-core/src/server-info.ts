import type { JsonObject } from "./json.ts";

/**
 * The two lifecycles of MCP. `legacy`: revisions up to 2025-11-25, with the `initialize` handshake.
 * `modern`: 2026-07-28 and later, stateless, every request carries its own `_meta` envelope.
 */
export type McpEra = "legacy" | "modern";

/** What negotiation learned about a server. Self-reported: never decide security by it (MCP basic, B10). */
export interface McpServerInfo {
  readonly era: McpEra;
  readonly protocolVersion: string;
  readonly name: string;
  readonly version: string;
  readonly capabilities: JsonObject;
  readonly instructions?: string;
}
