import type { JsonObject } from "./json.ts";
import { McpError, type McpOutcome } from "./mcp-error.ts";

/** Every way authorization can fail. Closed. */
export type McpAuthErrorCode =
  | "auth_required"
  | "interaction_required"
  | "interaction_declined"
  | "interaction_timeout"
  | "credentials_rejected"
  | "token_expired"
  | "refresh_rejected"
  | "refresh_unavailable"
  | "insufficient_scope"
  | "step_up_limit"
  | "discovery_failed"
  | "metadata_invalid"
  | "issuer_mismatch"
  | "state_mismatch"
  | "resource_mismatch"
  | "pkce_unsupported"
  | "registration_rejected"
  | "registration_unavailable"
  | "client_rejected"
  | "binding_violation"
  | "unsafe_url"
  | "egress_blocked"
  | "response_too_large"
  | "timeout"
  | "unsupported_token_type"
  | "store_unavailable"
  | "lock_timeout"
  | "config_invalid"
  | "aborted";

/** Which step of authorization failed. */
export type McpAuthPhase =
  | "config"
  | "apply"
  | "discovery"
  | "registration"
  | "authorization"
  | "token"
  | "refresh"
  | "resource"
  | "store";

/** When trying again makes sense. */
export type McpAuthRetry = "never" | "same-credentials" | "after-user" | "after-delay";

/** What an {@link McpAuthError} is made of. */
export interface McpAuthErrorInit {
  readonly authCode: McpAuthErrorCode;
  readonly message: string;
  readonly phase: McpAuthPhase;
  readonly retry: McpAuthRetry;
  readonly retryAfterMs?: number;
  readonly serverId?: string | undefined;
  readonly toolName?: string | undefined;
  readonly outcome?: McpOutcome;
  readonly issuer?: string;
  readonly httpStatus?: number;
  /** The `error` of an OAuth error answer (RFC 6749 5.2), never its description. */
  readonly oauthError?: string;
  readonly requiredScope?: readonly string[];
  readonly grantedScope?: readonly string[];
  /** Lets another process finish an interaction that was begun. */
  readonly resumeToken?: string;
  readonly cause?: unknown;
}

/** What of an error may stand in logs, beside what every error shows. */
const shownFields = [
  "authCode",
  "phase",
  "retry",
  "retryAfterMs",
  "issuer",
  "httpStatus",
  "oauthError",
  "requiredScope",
  "grantedScope",
] as const;

/** Any failure of authorization: a 401, a 403, or a step of OAuth. Code `auth`; `authCode` says which. */
export class McpAuthError extends McpError {
  readonly authCode: McpAuthErrorCode;
  readonly phase: McpAuthPhase;
  readonly retry: McpAuthRetry;
  readonly retryAfterMs: number | undefined;
  readonly issuer: string | undefined;
  readonly httpStatus: number | undefined;
  readonly oauthError: string | undefined;
  readonly requiredScope: readonly string[] | undefined;
  readonly grantedScope: readonly string[] | undefined;
  declare readonly resumeToken: string | undefined;

  constructor(init: McpAuthErrorInit) {
    super("auth", {
      message: init.message,
      cause: init.cause,
      serverId: init.serverId,
      toolName: init.toolName,
      retryable: init.retry === "after-delay" || init.retry === "same-credentials",
      outcome: init.outcome,
    });
    this.authCode = init.authCode;
    this.phase = init.phase;
    this.retry = init.retry;
    this.retryAfterMs = init.retryAfterMs;
    this.issuer = init.issuer;
    this.httpStatus = init.httpStatus;
    this.oauthError = init.oauthError;
    this.requiredScope = init.requiredScope;
    this.grantedScope = init.grantedScope;
    // Whoever holds the token can finish the flow: it is not for logs.
    Object.defineProperty(this, "resumeToken", { value: init.resumeToken, enumerable: false });
  }

  override get name(): string {
    return "McpAuthError";
  }

  override toJSON(): JsonObject {
    const known = shownFields.flatMap((field) => (this[field] === undefined ? [] : [[field, this[field]]]));
    return { ...super.toJSON(), ...Object.fromEntries(known) };
  }
}
