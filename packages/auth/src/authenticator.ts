import type { HttpRequest, HttpResponse, HttpSend, McpAuthError, McpAuthErrorCode } from "@x/mcp-core";

/** A request with credentials. */
export interface AppliedAuth {
  readonly request: HttpRequest;
  /** What it carries that no message, log or event may hold. */
  readonly secrets: readonly string[];
  /** Which credential it was, where there can be newer ones. */
  readonly generation?: number;
}

/** How it stands with authorization. */
export interface AuthStatus {
  readonly state: "none" | "static" | "ready" | "refreshing" | "needs-user" | "denied" | "failed";
  readonly issuer?: string;
  readonly scope?: readonly string[];
  /** Of the access token, in milliseconds since the epoch. */
  readonly expiresAt?: number;
  /** False: there is no refresh token, so somebody has to log in when the access token expires. */
  readonly refreshable?: boolean;
  readonly lastError?: McpAuthErrorCode;
  /** When a failed refresh is tried again, in milliseconds since the epoch. */
  readonly nextRetryAt?: number;
}

/** One way to authorize at one server. {@link withAuth} drives it. */
export interface Authenticator {
  /**
   * Puts the credential on a request.
   *
   * @throws McpAuthError where there is none, or none that could work.
   */
  apply(request: HttpRequest): Promise<AppliedAuth>;
  /** Judges a 401 or 403: worth another try with what {@link Authenticator.apply} gives now, or an error. */
  refused(applied: AppliedAuth, response: HttpResponse): Promise<"retry" | McpAuthError>;
  /** Gets ready what needs a person, before any deadline of a connection runs. */
  prepare?(send: HttpSend, signal?: AbortSignal): Promise<void>;
  status(): AuthStatus;
}
