import { isJsonObject, type JsonObject, McpAuthError } from "@x/mcp-core";
import type { ClientIdentity } from "../../config/oauth2-config.ts";
import type { Discovery } from "../discovery/discovery.ts";
import { retryAfter } from "../discovery/fetch-document.ts";
import { oauthErrorCode, oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import { recordKeys, writeRecord } from "../record-store.ts";
import { endpointUrl } from "../request/endpoint-url.ts";
import { isLoopbackHost } from "../request/loopback-host.ts";
import { type OAuthReply, oauthRequest } from "../request/oauth-request.ts";
import type { ClientRecord } from "./oauth-client.ts";
import type { ClientNeed } from "./resolve-client.ts";

const maxAnswerBytes = 64 * 1024;

/** From the one that needs no secret to the one that puts it into the body. */
const methods = ["none", "client_secret_basic", "client_secret_post"] as const;

/** These say that the scope in the request was too much. */
const scopeRefusals: ReadonlySet<string | undefined> = new Set(["invalid_scope", "invalid_client_metadata"]);

/**
 * Registers a client (RFC 7591) and stores it for this principal, server and issuer. The scope it is registered with
 * is all that may ever be asked for, so that a later step-up is not beyond it.
 *
 * @throws McpAuthError `registration_rejected`, `registration_unavailable`.
 */
export async function registerClient(
  context: OAuthContext,
  discovery: Discovery,
  identity: Extract<ClientIdentity, { kind: "dcr" }>,
  need: ClientNeed,
  signal?: AbortSignal,
): Promise<ClientRecord> {
  const { max = [] } = context.config.scope ?? {};
  const scope = [...new Set([...need.scope, ...discovery.scopesSupported, ...max])];
  const method = methods.find((one) => supportedMethods(discovery.metadata).includes(one));
  const metadata = {
    client_name: identity.clientName ?? "MCP client",
    redirect_uris: [need.redirectUri],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    application_type: identity.applicationType ?? applicationType(need.redirectUri),
    ...(identity.softwareId === undefined ? {} : { software_id: identity.softwareId }),
    ...(method === undefined ? {} : { token_endpoint_auth_method: method }),
  };
  const post = (body: JsonObject): Promise<JsonObject> => send(context, discovery, body, signal);
  const withScope = scope.length === 0 ? metadata : { ...metadata, scope: scope.join(" ") };
  let answer: JsonObject;
  try {
    answer = await post(withScope);
  } catch (error) {
    const tooMuch = error instanceof McpAuthError && scopeRefusals.has(error.oauthError);
    if (!tooMuch || scope.length === 0) throw error;
    answer = await post(metadata);
  }
  const record = recordOf(context, discovery.issuer, answer, { redirectUri: need.redirectUri, scope });
  await writeRecord(context, recordKeys.client(context, discovery.issuer), record);
  context.emit("registered", { issuer: discovery.issuer });
  return record;
}

function supportedMethods({
  token_endpoint_auth_methods_supported: supported,
}: JsonObject): readonly unknown[] {
  return Array.isArray(supported) ? supported : [];
}

/** MCP basic/authorization/client-registration, "Application Type": loopback and custom schemes are native. */
function applicationType(redirectUri: string): "native" | "web" {
  const { protocol, hostname } = new URL(redirectUri);
  return protocol !== "https:" || isLoopbackHost(hostname) ? "native" : "web";
}

async function send(
  context: OAuthContext,
  { metadata, issuer }: Discovery,
  body: JsonObject,
  signal: AbortSignal | undefined,
): Promise<JsonObject> {
  const use = { what: "registration_endpoint", phase: "registration" } as const;
  const reply = await oauthRequest(context, {
    method: "POST",
    url: endpointUrl(context, metadata.registration_endpoint, use),
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    phase: "registration",
    unreachable: "registration_unavailable",
    maxBytes: maxAnswerBytes,
    signal,
  });
  if ((reply.status === 201 || reply.status === 200) && isJsonObject(reply.json)) return reply.json;
  throw refused(context, issuer, reply);
}

function refused(context: OAuthContext, issuer: string, { status, headers, json }: OAuthReply): Error {
  const passing = status >= 500 || status === 429;
  const code = oauthErrorCode(json?.error);
  const redirect = code === "invalid_redirect_uri";
  const retryAfterMs = retryAfter(headers["retry-after"], context.clock.now());
  return oauthFailure(context, {
    authCode: passing ? "registration_unavailable" : "registration_rejected",
    message: passing
      ? `Clients cannot be registered at the moment (HTTP ${status}). Try again later.`
      : `The authorization server refused to register a client (HTTP ${status}${code === undefined ? "" : `, ${code}`}). ${
          redirect
            ? 'It does not take the redirect: try another `redirect`, such as host "localhost" or a fixed port.'
            : "Register one by hand and declare it as pre-registered."
        }`,
    phase: "registration",
    retry: passing ? "after-delay" : "after-user",
    issuer,
    ...(code === undefined ? {} : { oauthError: code }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

function recordOf(
  context: OAuthContext,
  issuer: string,
  answer: JsonObject,
  asked: { readonly redirectUri: string; readonly scope: readonly string[] },
): ClientRecord {
  const { client_id: clientId, client_secret: secret, client_secret_expires_at: expires } = answer;
  const given = answer.token_endpoint_auth_method;
  const hasSecret = typeof secret === "string" && secret !== "";
  const method = methods.find((one) => one === given) ?? (hasSecret ? "client_secret_basic" : "none");
  const redirectsFit = takesRedirect(answer.redirect_uris, asked.redirectUri);
  if (typeof clientId !== "string" || clientId === "" || !redirectsFit)
    throw oauthFailure(context, {
      authCode: "registration_rejected",
      message:
        "The authorization server registered something else than was asked for: no client id, or another redirect.",
      phase: "registration",
      retry: "after-user",
      issuer,
    });
  return {
    v: 1,
    issuer,
    clientId,
    method,
    redirectUris: [asked.redirectUri],
    scope: asked.scope,
    ...(hasSecret ? { secret } : {}),
    ...(typeof expires === "number" && expires > 0 ? { secretExpiresAt: expires * 1000 } : {}),
  };
}

/** RFC 8252 7.3: at a loopback redirect the port may differ, and nothing else. */
function takesRedirect(registered: unknown, asked: string): boolean {
  if (!Array.isArray(registered) || registered.length === 0) return registered === undefined;
  const wanted = new URL(asked);
  return registered.some((uri) => {
    if (uri === asked) return true;
    if (typeof uri !== "string" || !URL.canParse(uri) || !isLoopbackHost(wanted.hostname)) return false;
    const other = new URL(uri);
    other.port = wanted.port;
    return other.href === wanted.href;
  });
}
