import { isJsonObject, McpAuthError, type McpAuthPhase } from "@x/mcp-core";
import type { AuthorizationServer } from "oauth4webapi";
import { clientAuthentication } from "../client/client-authentication.ts";
import type { OAuthClient } from "../client/oauth-client.ts";
import type { Discovery } from "../discovery/discovery.ts";
import { oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import { isTokenText } from "../record-shape.ts";
import { endpointUrl } from "../request/endpoint-url.ts";
import { oauthRequest } from "../request/oauth-request.ts";
import { type TokenAnswer, tokenAnswer, tolerantTokenResponse } from "./token-answer.ts";
import { tokenRefusal } from "./token-refusal.ts";

const maxAnswerBytes = 256 * 1024;

/** A request to a token endpoint. */
export interface TokenRequest {
  readonly discovery: Pick<Discovery, "issuer" | "metadata" | "resource">;
  readonly client: OAuthClient;
  readonly grantType: "authorization_code" | "refresh_token" | "client_credentials";
  readonly parameters: Readonly<Record<string, string>>;
  readonly phase: Extract<McpAuthPhase, "token" | "refresh">;
  readonly signal?: AbortSignal | undefined;
  /** Runs when all is made ready, right before the request leaves; where it rejects nothing leaves. */
  readonly beforeSend?: () => Promise<void>;
}

/**
 * Asks a token endpoint, once. `resource` goes along (RFC 8707).
 *
 * @throws McpAuthError as {@link tokenRefusal} has it, and those of `oauthRequest`.
 */
export async function requestToken(context: OAuthContext, request: TokenRequest): Promise<TokenAnswer> {
  const { discovery, client, grantType, phase, signal } = request;
  const library = await import("oauth4webapi");
  const endpoint = endpointUrl(context, discovery.metadata.token_endpoint, { what: "token_endpoint", phase });
  const server: AuthorizationServer = { issuer: discovery.issuer, token_endpoint: endpoint.href };
  const parameters = new URLSearchParams({ ...request.parameters });
  if (discovery.resource !== undefined) parameters.set("resource", discovery.resource);
  const send = async (url: string, init: { headers: Record<string, string>; body: URLSearchParams }) => {
    await request.beforeSend?.();
    const reply = await oauthRequest(context, {
      method: "POST",
      url: new URL(url),
      headers: init.headers,
      body: init.body.toString(),
      phase,
      unreachable: "refresh_unavailable",
      maxBytes: maxAnswerBytes,
      signal,
    });
    if (reply.status !== 200 || !isJsonObject(reply.json))
      throw tokenRefusal(context, reply, phase, discovery.issuer);
    return Response.json(tolerantTokenResponse(reply.json));
  };
  const authentication = await clientAuthentication(library, context, client);
  const { client_id } = { client_id: client.clientId };
  try {
    const response = await library.genericTokenEndpointRequest(
      server,
      { client_id },
      authentication,
      grantType,
      parameters,
      // What may be reached, and how, was checked by `endpointUrl`; the sender checks again.
      { [library.customFetch]: send, [library.allowInsecureRequests]: true },
    );
    const answer = tokenAnswer(
      await library.processGenericTokenEndpointResponse(server, { client_id }, response),
    );
    if (!isTokenText(answer.accessToken)) throw new TypeError("a token that no header can hold");
    return answer;
  } catch (error) {
    throw error instanceof McpAuthError ? error : unusable(context, request, error);
  }
}

/** A 200 that holds no token we can use. */
function unusable(context: OAuthContext, { phase, discovery }: TokenRequest, error: unknown): McpAuthError {
  const type = error instanceof Error && error.name === "UnsupportedOperationError";
  return oauthFailure(context, {
    authCode: type ? "unsupported_token_type" : "metadata_invalid",
    message: type
      ? "The authorization server gave a token of another type than Bearer, which is not sent as one."
      : "The authorization server answered without a token that could be used.",
    phase,
    retry: "never",
    issuer: discovery.issuer,
    cause: error,
  });
}
