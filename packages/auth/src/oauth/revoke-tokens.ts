import type { McpAuthError } from "@x/mcp-core";
import type { AuthorizationServer } from "oauth4webapi";
import { clientAuthentication } from "./client/client-authentication.ts";
import { knownClient } from "./client/resolve-client.ts";
import type { Discovery } from "./discovery/discovery.ts";
import { oauthFailure } from "./oauth-failure.ts";
import type { OAuthContext } from "./oauth-runtime.ts";
import { endpointUrl } from "./request/endpoint-url.ts";
import { oauthRequest } from "./request/oauth-request.ts";
import type { TokenRecord } from "./token/token-record.ts";

/**
 * Tells the authorization server that tokens are no longer wanted (RFC 7009): the refresh token first, which in most
 * servers ends the grant. False where it offers no way to.
 *
 * @throws McpAuthError where the server could not be told.
 */
export async function revokeTokens(
  context: OAuthContext,
  discovery: Discovery,
  record: TokenRecord,
  signal?: AbortSignal,
): Promise<boolean> {
  const { revocation_endpoint: endpoint } = discovery.metadata;
  const client = await knownClient(context, discovery);
  if (endpoint === undefined || client === undefined || client.clientId !== record.clientId) return false;
  const library = await import("oauth4webapi");
  const url = endpointUrl(context, endpoint, { what: "revocation_endpoint", phase: "token" });
  const server: AuthorizationServer = { issuer: discovery.issuer, revocation_endpoint: url.href };
  const send = async (
    target: string,
    init: { headers: Record<string, string>; body: URLSearchParams },
  ): Promise<Response> => {
    const reply = await oauthRequest(context, {
      method: "POST",
      url: new URL(target),
      headers: init.headers,
      body: init.body.toString(),
      phase: "token",
      unreachable: "refresh_unavailable",
      maxBytes: 64 * 1024,
      signal,
    });
    return new Response(null, { status: reply.status });
  };
  const authentication = await clientAuthentication(library, context, client);
  const tokens = [record.refreshToken, record.accessToken].filter((token) => token !== undefined);
  for (const [index, token] of tokens.entries()) {
    const options = { [library.customFetch]: send, [library.allowInsecureRequests]: true } as const;
    const client_id = record.clientId;
    const answer = await library.revocationRequest(server, { client_id }, authentication, token, options);
    // RFC 7009 2.2.1: a server may know no way to revoke access tokens; the grant is over without that.
    if (answer.status !== 200 && index === 0) throw refused(context, discovery.issuer, answer.status);
  }
  return true;
}

function refused(context: OAuthContext, issuer: string, status: number): McpAuthError {
  return oauthFailure(context, {
    authCode: status >= 500 ? "refresh_unavailable" : "client_rejected",
    message: `The authorization server did not take the revocation (HTTP ${status}). What was stored here is forgotten.`,
    phase: "token",
    retry: status >= 500 ? "after-delay" : "never",
    issuer,
  });
}
