import type { McpAuthErrorCode } from "@x/mcp-core";

/** What OAuth tells about itself. No event holds a token, a code, a URL with parameters or a server's text. */
export interface AuthEvent {
  readonly type:
    | "discovered"
    | "registered"
    | "login-started"
    | "login-finished"
    | "login-declined"
    | "token-adopted"
    | "token-refreshed"
    | "refresh-failed"
    | "step-up"
    | "store-failed"
    | "revoked"
    /** A named departure from strictness was used; `detail` names it. */
    | "tolerated";
  readonly serverId: string;
  readonly principal: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly issuer?: string | undefined;
  /** A code of {@link McpAuthErrorCode}, or the name of a `compat` option. */
  readonly detail?: McpAuthErrorCode | string | undefined;
}
