import { McpAuthError } from "@x/mcp-core";
import { oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import { type AuthorizationServerFound, authorizationServer } from "./authorization-server.ts";
import type { Discovery } from "./discovery.ts";
import { type ProtectedResource, protectedResource, type ResourceHint } from "./protected-resource.ts";

/**
 * Finds out who authorizes for the MCP server, in every revision's order: protected resource metadata first; where
 * there is none, the server's own origin (MCP 2025-03-26), and default endpoints only where they were asked for.
 *
 * @throws McpAuthError of the phase `discovery`.
 */
export async function discover(
  context: OAuthContext,
  hint: ResourceHint,
  signal?: AbortSignal,
): Promise<Discovery> {
  const published = await protectedResource(context, hint, signal);
  const found =
    published === undefined
      ? await fromOrigin(context, hint, signal)
      : await firstOf(context, published, hint.protocolVersion, signal);
  const { config } = context;
  const guessed = published === undefined && config.compat?.legacyEndpoints === true;
  const discovery: Discovery = {
    ...found,
    resource: config.resource ?? published?.resource ?? (guessed ? undefined : context.server),
    scopesSupported: published?.scopesSupported ?? [],
    metadataUrl: published?.metadataUrl,
    at: context.clock.now(),
  };
  context.emit("discovered", { issuer: discovery.issuer });
  return discovery;
}

/** The first authorization server that can be reached; which one is settled before any person is asked. */
async function firstOf(
  context: OAuthContext,
  { issuers }: ProtectedResource,
  protocolVersion: string | undefined,
  signal: AbortSignal | undefined,
): Promise<AuthorizationServerFound> {
  const wanted = context.config.authorizationServer?.issuers;
  const usable = wanted === undefined ? issuers : wanted.filter((one) => issuers.includes(one));
  const candidates = wanted !== undefined && issuers.length === 0 ? wanted : usable;
  let lost: McpAuthError | undefined;
  for (const issuer of candidates) {
    try {
      const found = await authorizationServer(context, issuer, protocolVersion, signal);
      if (found !== undefined) return found;
    } catch (error) {
      // Being away is a reason to ask the next one; being wrong is not.
      const away = error instanceof McpAuthError && error.retry === "after-delay";
      if (!away || signal?.aborted) throw error;
      lost = error;
    }
  }
  if (lost !== undefined) throw lost;
  throw oauthFailure(context, {
    authCode: candidates.length === 0 ? "binding_violation" : "discovery_failed",
    message:
      candidates.length === 0
        ? "The server names none of the authorization servers that are declared in `authorizationServer.issuers`."
        : "None of the authorization servers that the server names publishes metadata. Declare `authorizationServer.metadata`, if you know it.",
    phase: "discovery",
    retry: "never",
  });
}

/** MCP 2025-03-26: the server's origin is its own authorization server. */
async function fromOrigin(
  context: OAuthContext,
  hint: ResourceHint,
  signal: AbortSignal | undefined,
): Promise<AuthorizationServerFound> {
  const { config, serverUrl } = context;
  const { origin } = serverUrl;
  const issuer = config.authorizationServer?.issuers?.[0] ?? origin;
  const found = await authorizationServer(context, issuer, hint.protocolVersion ?? "2025-03-26", signal);
  if (found !== undefined) return found;
  if (config.compat?.legacyEndpoints === true) {
    context.emit("tolerated", { issuer, detail: "legacyEndpoints" });
    return { issuer, metadata: defaultEndpoints(origin) };
  }
  throw oauthFailure(context, {
    authCode: "discovery_failed",
    message:
      "The server asks for authorization and publishes nothing about it. Where it speaks MCP 2025-03-26, compat: { legacyEndpoints: true } tries the endpoints of that revision.",
    phase: "discovery",
    retry: "never",
  });
}

/** MCP 2025-03-26, "Fallbacks for Servers without Metadata Discovery". That revision demands PKCE of everybody. */
function defaultEndpoints(origin: string): AuthorizationServerFound["metadata"] {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    code_challenge_methods_supported: ["S256"],
  };
}
