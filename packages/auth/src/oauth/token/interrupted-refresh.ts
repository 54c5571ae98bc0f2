import type { OAuthClient } from "../client/oauth-client.ts";
import type { Discovery } from "../discovery/discovery.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import { introspectRefreshToken } from "./introspect-token.ts";
import type { TokenRecord } from "./token-record.ts";

/** How often a token is shown of which nobody knows whether it was used up. */
const maxAttempts = 2;

/**
 * A refresh was announced, and whoever did so never said what came of it: it died, before or after the server
 * answered. Where it can be known that the refresh token is not used up, it is shown again: where the server says so
 * (RFC 7662), or left it in force the last time. A server that detects reuse would otherwise end the grant.
 *
 * @returns why only a login helps; `undefined` where the token may be shown.
 * @throws McpAuthError with `retry: "after-delay"` where the server cannot be asked for the moment.
 */
export async function loginReason(
  context: OAuthContext,
  stale: TokenRecord,
  discovery: Discovery,
  client: OAuthClient,
): Promise<string | undefined> {
  const { intent, refreshToken, rotates } = stale;
  if (intent === undefined || refreshToken === undefined) return undefined;
  const rule = context.config.refresh?.afterCrash ?? "ask-server";
  const died = "A process died while it refreshed";
  if (rule === "login") return `${died}, so the refresh token may be used up.`;
  const active = await introspectRefreshToken(context, { discovery, client, refreshToken });
  if (active === true) return undefined;
  if (active === false)
    return `${died}, and the authorization server says that the refresh token is used up: the answer was lost with that process.`;
  if (intent.attempts < maxAttempts && (rotates === false || rule === "retry-once")) return undefined;
  return `${died}, and the authorization server does not tell whether the refresh token is used up. Where it has a grace period, declare refresh: { afterCrash: "retry-once" }.`;
}
