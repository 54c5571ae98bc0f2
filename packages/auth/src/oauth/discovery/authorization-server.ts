import type { JsonObject } from "@x/mcp-core";
import { oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import { endpointUrl } from "../request/endpoint-url.ts";
import { fetchDocument } from "./fetch-document.ts";
import { authorizationServerUrls } from "./well-known-urls.ts";

/** The metadata of an authorization server and its issuer, as the document writes it. */
export interface AuthorizationServerFound {
  readonly issuer: string;
  readonly metadata: JsonObject;
}

/** The endpoints that are ever used. `jwks_uri`, `logo_uri` and the like are never fetched. */
const endpoints = [
  "authorization_endpoint",
  "token_endpoint",
  "registration_endpoint",
  "revocation_endpoint",
] as const;

/**
 * Gets and checks the metadata of an issuer, in the order of MCP basic/authorization/authorization-server-discovery;
 * `undefined` where it publishes none.
 *
 * @throws McpAuthError `discovery_failed`, `metadata_invalid`, `issuer_mismatch`, `unsafe_url`, `egress_blocked`.
 */
export async function authorizationServer(
  context: OAuthContext,
  issuer: string,
  protocolVersion: string | undefined,
  signal?: AbortSignal,
): Promise<AuthorizationServerFound | undefined> {
  const url = endpointUrl(context, issuer, { what: "authorization_servers", phase: "discovery" });
  const declared = context.config.authorizationServer?.metadata;
  if (declared !== undefined) return checked(context, issuer, { issuer, ...declared });
  for (const candidate of authorizationServerUrls(url)) {
    const metadata = await fetchDocument(context, {
      url: candidate,
      what: "The metadata of the authorization server",
      protocolVersion,
      isAbsent: (status) => status >= 400 && status < 500 && status !== 408 && status !== 429,
      signal,
    });
    if (metadata !== undefined) return checked(context, issuer, metadata);
  }
  return undefined;
}

function checked(context: OAuthContext, expected: string, metadata: JsonObject): AuthorizationServerFound {
  const issuer = sameIssuer(context, expected, metadata.issuer);
  for (const what of endpoints)
    if (metadata[what] !== undefined) endpointUrl(context, metadata[what], { what, phase: "discovery" });
  if (metadata.token_endpoint === undefined)
    throw oauthFailure(context, {
      authCode: "metadata_invalid",
      message: "The metadata of the authorization server names no token endpoint.",
      phase: "discovery",
      retry: "never",
      issuer,
    });
  checkLoginHost(context, issuer, metadata);
  return { issuer, metadata };
}

/** RFC 8414 3.3: character for character, or the document is somebody else's. */
function sameIssuer(context: OAuthContext, expected: string, actual: unknown): string {
  if (actual === expected) return expected;
  const slash = typeof actual === "string" && (actual === `${expected}/` || `${actual}/` === expected);
  if (slash && context.config.compat?.issuerSlash === "either") {
    context.emit("tolerated", { issuer: actual, detail: "issuerSlash" });
    return actual;
  }
  const advice = slash
    ? ' They differ by one slash at the end: compat: { issuerSlash: "either" } accepts that.'
    : " It is not used.";
  throw oauthFailure(context, {
    authCode: "issuer_mismatch",
    message: `The metadata for the issuer ${hostOf(expected)} names another issuer.${advice}`,
    phase: "discovery",
    retry: "never",
  });
}

/**
 * A server that says of itself "log in over there, bring the code to me" collects codes meant for others (the mix-up
 * of RFC 9207). Where `iss` is not promised, people are sent to the issuer's own host only.
 */
function checkLoginHost(context: OAuthContext, issuer: string, metadata: JsonObject): void {
  const { authorization_endpoint: endpoint, authorization_response_iss_parameter_supported: iss } = metadata;
  if (typeof endpoint !== "string" || iss === true) return;
  const login = new URL(endpoint).hostname;
  const own = new URL(issuer).hostname;
  const related = login === own || login.endsWith(`.${own}`) || own.endsWith(`.${login}`);
  if (related || context.config.compat?.authorizationHosts?.includes(login)) return;
  throw oauthFailure(context, {
    authCode: "unsafe_url",
    message: `The issuer ${own} sends people to log in at ${login}, and does not promise \`iss\` (RFC 9207). If that is meant, declare compat: { authorizationHosts: ["${login}"] }.`,
    phase: "discovery",
    retry: "never",
    issuer,
  });
}

/** The host in ASCII, so that a homograph shows. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "given";
}
