import type { McpBackoffConfig, McpServerConfig } from "@x/mcp-core";
import type { EgressRules } from "../egress/egress-rules.ts";

/** A server that is reached over HTTP: plain data that survives `JSON.parse(JSON.stringify(config))`. */
export interface HttpServerConfig extends McpServerConfig {
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
  /** Which protocol to speak. Default `auto`: asks the server, and remembers the answer. */
  readonly era?: "auto" | "legacy" | "modern";
  /** Try HTTP+SSE (2024-11-05) where Streamable HTTP is refused. Default: true. */
  readonly legacySse?: boolean;
  /** What to do with arguments and results that break the tool's schema. Default: `throw`. */
  readonly validation?: "throw" | "warn" | "off";
  /** Default: 30,000. */
  readonly connectTimeoutMs?: number;
  /** Of a call without progress. Default: 60,000. */
  readonly callTimeoutMs?: number;
  /** Of a call whatever progress comes. Default: 600,000. */
  readonly totalTimeoutMs?: number;
  /** Default: true. */
  readonly resetTimeoutOnProgress?: boolean;
  /** How long a server may be silent when it is asked for its era. Default: none beside the connect deadline. */
  readonly probeTimeoutMs?: number;
  /** How a lost connection is made again. */
  readonly backoff?: McpBackoffConfig;
  /** Bounds a JSON answer and each event of a stream. Default: 16 MiB. */
  readonly maxMessageBytes?: number;
}
