import type { McpSessionDeclaration } from "@x/mcp-core";
import type { EgressRules } from "../egress/egress-rules.ts";

/** A server that is reached over HTTP: plain data that survives `JSON.parse(JSON.stringify(config))`. */
export interface HttpServerConfig extends McpSessionDeclaration {
  readonly kind: "streamable-http";
  readonly serverId: string;
  /** Of the MCP endpoint. https, or http on loopback; no user name and no password. */
  readonly url: string;
  /** Sent with every request. Credentials belong into `auth`, whose headers win over these. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How to authorize, in the words of whatever the factory was given as `authorize`. */
  readonly auth?: object;
  /** What may be reached beside https on public addresses and anything on loopback. */
  readonly egress?: EgressRules;
  /** Try HTTP+SSE (2024-11-05) where Streamable HTTP is refused. Default: true. */
  readonly legacySse?: boolean;
}
