import { McpAuthError } from "@x/mcp-core";
import type { AuthorizationServer } from "oauth4webapi";
import { clientAuthentication } from "../client/client-authentication.ts";
import type { OAuthClient } from "../client/oauth-client.ts";
import type { Discovery } from "../discovery/discovery.ts";
import { retryAfter } from "../discovery/fetch-document.ts";
import { oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import { endpointUrl } from "../request/endpoint-url.ts";
import { type OAuthReply, oauthRequest } from "../request/oauth-request.ts";

const maxAnswerBytes = 64 * 1024;

/**
 * Asks whether a refresh token is still good, which does not use it up (RFC 7662): true or false as the server says,
 * `undefined` where it offers no introspection, or not to this client. Only asked at the origin of the token endpoint,
 * which is shown the token anyway.
 *
 * @throws McpAuthError with `retry: "after-delay"` where the server is out of order for the moment.
 */
export async function introspectRefreshToken(
  context: OAuthContext,
  { discovery, client, refreshToken }: IntrospectionNeed,
): Promise<boolean | undefined> {
  const endpoint = introspectionEndpoint(context, discovery);
  if (endpoint === undefined) return undefined;
  const library = await import("oauth4webapi");
  const server: AuthorizationServer = { issuer: discovery.issuer, introspection_endpoint: endpoint.href };
  const send = async (url: string, init: { headers: Record<string, string>; body: URLSearchParams }) => {
    const reply = await oauthRequest(context, {
      method: "POST",
      url: new URL(url),
      headers: init.headers,
      body: init.body.toString(),
      phase: "refresh",
      unreachable: "refresh_unavailable",
      maxBytes: maxAnswerBytes,
    });
    if (reply.status === 429 || reply.status === 503) throw outOfOrder(context, discovery.issuer, reply);
    const { status, json } = reply;
    return Response.json(json ?? {}, { status });
  };
  const authentication = await clientAuthentication(library, context, client);
  const identity = { client_id: client.clientId };
  const options = {
    additionalParameters: { token_type_hint: "refresh_token" },
    [library.customFetch]: send,
    [library.allowInsecureRequests]: true,
  } as const;
  try {
    const response = await library.introspectionRequest(
      server,
      identity,
      authentication,
      refreshToken,
      options,
    );
    return (await library.processIntrospectionResponse(server, identity, response)).active;
  } catch (error) {
    if (error instanceof McpAuthError && (error.retry === "after-delay" || error.authCode === "aborted"))
      throw error;
    return undefined; // Refused to this client, or no answer of RFC 7662: nothing is known.
  }
}

interface IntrospectionNeed {
  readonly discovery: Discovery;
  readonly client: OAuthClient;
  readonly refreshToken: string;
}

/** Where it may be asked. A URL that may not be used is no fault: nobody else has to introspect. */
function introspectionEndpoint(context: OAuthContext, { metadata }: Discovery): URL | undefined {
  const { introspection_endpoint: introspection, token_endpoint: token } = metadata;
  if (introspection === undefined) return undefined;
  try {
    const url = endpointUrl(context, introspection, { what: "introspection_endpoint", phase: "refresh" });
    const { origin } = endpointUrl(context, token, { what: "token_endpoint", phase: "refresh" });
    return url.origin === origin ? url : undefined;
  } catch (error) {
    if (error instanceof McpAuthError) return undefined; // not a URL that is used
    throw error;
  }
}

function outOfOrder(context: OAuthContext, issuer: string, { status, headers }: OAuthReply): McpAuthError {
  const retryAfterMs = retryAfter(headers["retry-after"], context.clock.now());
  return oauthFailure(context, {
    authCode: "refresh_unavailable",
    message: `The authorization server does not say for now whether the refresh token is still good (HTTP ${status}). What is stored is kept.`,
    phase: "refresh",
    retry: "after-delay",
    issuer,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}
