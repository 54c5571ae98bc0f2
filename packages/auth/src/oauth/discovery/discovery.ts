import type { JsonObject } from "@x/mcp-core";

/** What the servers publish about authorization, checked. */
export interface Discovery {
  /** As the authorization server itself writes it: `iss` and every binding are compared with it. */
  readonly issuer: string;
  /** RFC 8414 metadata, or that of OpenID Connect Discovery. */
  readonly metadata: JsonObject;
  /** For `resource` (RFC 8707), character for character the same in every request. Absent for MCP 2025-03-26. */
  readonly resource: string | undefined;
  readonly scopesSupported: readonly string[];
  /** Where the protected resource metadata was found, so that it is found there again. */
  readonly metadataUrl: string | undefined;
  /** Milliseconds since the epoch. */
  readonly at: number;
}
