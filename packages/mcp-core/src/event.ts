import type { McpErrorCode } from "./mcp-error.ts";
import type { McpStateChange } from "./state.ts";
import type { McpQuarantinedTool } from "./tool.ts";

/**
 * What a port tells about itself. No event holds arguments or result content; `stderr` is redacted text.
 * `serverId` names the server also where the port is a pool.
 */
export type McpEvent = { readonly serverId: string; readonly at: number } & McpEventBody;

/** The part of an event that is not its address. */
export type McpEventBody =
  | { readonly type: "state"; readonly change: McpStateChange }
  | {
      readonly type: "tools";
      readonly added: readonly string[];
      readonly removed: readonly string[];
      readonly changed: readonly string[];
    }
  | { readonly type: "quarantine"; readonly tool: McpQuarantinedTool }
  | {
      readonly type: "call";
      readonly phase: "start" | "end";
      readonly toolName: string;
      readonly toolCallId: string;
      readonly durationMs?: number;
      readonly resultBytes?: number;
      readonly error?: McpErrorCode;
    }
  | { readonly type: "stderr"; readonly text: string }
  /** Bytes on the wire that are no MCP message. */
  | { readonly type: "noise"; readonly bytes: number }
  /** What becomes of authorization, such as `login-started` or `token-refreshed`. Never a token, a code or a URL. */
  | {
      readonly type: "auth";
      readonly status: string;
      readonly issuer?: string;
      /** A code of `McpAuthErrorCode`, or the name of a departure from strictness that was used. */
      readonly detail?: string;
    }
  /** The server announced that a list changed, or one resource. Neither is kept here, so nothing is read again. */
  | { readonly type: "changed"; readonly what: "prompts" | "resources" }
  | { readonly type: "changed"; readonly what: "resource"; readonly uri: string }
  /** A subscriber threw or rejected, for the first time; without a subscriber of this type it is an uncaught error. */
  | { readonly type: "handler-failed"; readonly of: string; readonly error: unknown }
  | { readonly type: "limit"; readonly limit: string; readonly actual: number; readonly max: number }
  | { readonly type: "warning"; readonly code: string; readonly message: string };
