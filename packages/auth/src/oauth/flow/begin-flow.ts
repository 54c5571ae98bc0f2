import type { JsonObject } from "@x/mcp-core";
import type { OAuthClient } from "../client/oauth-client.ts";
import type { Discovery } from "../discovery/discovery.ts";
import { oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import { recordKeys, writeRecord } from "../record-store.ts";
import { endpointUrl } from "../request/endpoint-url.ts";
import type { FlowRecord } from "./flow-record.ts";

/** What a login is begun with. */
export interface FlowStart {
  readonly discovery: Discovery;
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly scope: readonly string[];
  readonly reason: FlowRecord["reason"];
}

/**
 * PKCE with S256 must be announced (MCP basic/authorization, "Authorization Code Protection"): a server that ignores
 * the challenge looks the same as one that checks it.
 *
 * @throws McpAuthError `pkce_unsupported`.
 */
export function requirePkce(context: OAuthContext, { issuer, metadata }: Discovery): void {
  const { code_challenge_methods_supported: methods } = metadata;
  if (Array.isArray(methods) && methods.includes("S256")) return;
  if (methods === undefined && context.config.compat?.pkceAllowList?.includes(issuer)) {
    context.emit("tolerated", { issuer, detail: "pkceAllowList" });
    return;
  }
  const advice =
    methods === undefined
      ? ` If you know that it does, declare compat: { pkceAllowList: ["${issuer}"] }.`
      : " Its operator has to turn that on.";
  throw oauthFailure(context, {
    authCode: "pkce_unsupported",
    message: `The authorization server does not say that it does PKCE with S256, without which a login can be stolen.${advice}`,
    phase: "authorization",
    retry: "never",
    issuer,
  });
}

/** Makes the record and the URL of a login, and stores the record. */
export async function beginFlow(context: OAuthContext, start: FlowStart): Promise<FlowRecord> {
  const { discovery, client, redirectUri, scope, reason } = start;
  const library = await import("oauth4webapi");
  const state = library.generateRandomState();
  const verifier = library.generateRandomCodeVerifier();
  const { interactionTimeoutMs: ttlMs } = context.timing;
  const use = { what: "authorization_endpoint", phase: "authorization" } as const;
  const url = endpointUrl(context, discovery.metadata.authorization_endpoint, use);
  const parameters: Record<string, string | undefined> = {
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    scope: scope.length === 0 ? undefined : scope.join(" "),
    resource: discovery.resource,
    // OpenID Connect Core 11: without it `offline_access` is ignored.
    prompt: scope.includes("offline_access") ? "consent" : undefined,
  };
  // `set` replaces what the metadata may have put there itself.
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  const record: FlowRecord = {
    v: 1,
    state,
    verifier,
    redirectUri,
    issuer: discovery.issuer,
    metadata: neededMetadata(discovery.metadata),
    clientId: client.clientId,
    scope,
    principal: context.principal,
    serverId: context.serverId,
    serverUrl: context.serverUrl.href,
    reason,
    url: url.href,
    expiresAt: context.clock.now() + ttlMs,
    ...(discovery.resource === undefined ? {} : { resource: discovery.resource }),
    ...(discovery.metadataUrl === undefined ? {} : { metadataUrl: discovery.metadataUrl }),
  };
  await writeRecord(context, recordKeys.flow(state), record, { ifVersion: null, ttlMs });
  return record;
}

/** What is needed to finish; the whole document can be large. */
function neededMetadata(metadata: JsonObject): JsonObject {
  const { token_endpoint, authorization_response_iss_parameter_supported } = metadata;
  return { token_endpoint, authorization_response_iss_parameter_supported };
}
