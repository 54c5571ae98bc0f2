import type { McpAuthError, McpAuthErrorCode, McpAuthPhase, McpAuthRetry } from "@x/mcp-core";
import { retryAfter } from "../discovery/fetch-document.ts";
import { oauthErrorCode, oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import type { OAuthReply } from "../request/oauth-request.ts";

interface Verdict {
  readonly authCode: McpAuthErrorCode;
  readonly retry: McpAuthRetry;
  readonly advice: string;
}

const away: Verdict = {
  authCode: "refresh_unavailable",
  retry: "after-delay",
  advice: "It is out of order for the moment; what is stored is kept.",
};

const verdicts: Readonly<Record<string, Verdict>> = {
  invalid_client: {
    authCode: "client_rejected",
    retry: "after-user",
    advice: "Check the client and its secret.",
  },
  unauthorized_client: {
    authCode: "client_rejected",
    retry: "after-user",
    advice: "The client may not use this grant: change that at the authorization server.",
  },
  invalid_scope: {
    authCode: "insufficient_scope",
    retry: "after-user",
    advice:
      "The client may not have these scopes: change that at the authorization server, or set `scope.max`.",
  },
  invalid_target: {
    authCode: "resource_mismatch",
    retry: "never",
    advice: "It does not know the resource: declare `resource` as it is registered there.",
  },
};

/**
 * What a token endpoint's refusal means. Anything that is not clearly a refusal by OAuth (RFC 6749 5.2) counts as an
 * outage, since a login lost over a gateway's error page helps nobody.
 */
export function tokenRefusal(
  context: OAuthContext,
  { status, headers, json }: OAuthReply,
  phase: Extract<McpAuthPhase, "token" | "refresh">,
  issuer: string,
): McpAuthError {
  const code = oauthErrorCode(json?.error);
  const { authCode, retry, advice } = verdictOf(status, code, phase);
  const retryAfterMs =
    retry === "after-delay" ? retryAfter(headers["retry-after"], context.clock.now()) : undefined;
  return oauthFailure(context, {
    authCode,
    message: `The authorization server gave no token (HTTP ${status}${code === undefined ? "" : `, ${code}`}). ${advice}`,
    phase,
    retry,
    issuer,
    ...(code === undefined ? {} : { oauthError: code }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

function verdictOf(status: number, code: string | undefined, phase: "token" | "refresh"): Verdict {
  const known = code !== undefined && Object.hasOwn(verdicts, code) ? verdicts[code] : undefined;
  if (known !== undefined) return known;
  const passing = status >= 500 || status === 429 || status === 408 || code === undefined;
  if (passing || code === "temporarily_unavailable" || code === "server_error") return away;
  return phase === "refresh"
    ? { authCode: "refresh_rejected", retry: "after-user", advice: "The login is over: log in again." }
    : { authCode: "credentials_rejected", retry: "after-user", advice: "Try to log in again." };
}
