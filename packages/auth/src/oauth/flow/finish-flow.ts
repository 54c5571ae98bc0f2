import type { OAuthClient } from "../client/oauth-client.ts";
import { type ClientRecord, registeredClient } from "../client/oauth-client.ts";
import { oauthErrorCode, oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import { readRecord, recordKeys, removeRecord } from "../record-store.ts";
import { requestToken } from "../token/request-token.ts";
import type { TokenRecord } from "../token/token-record.ts";
import { type TokenVault, tokenRecord } from "../token/token-vault.ts";
import type { FlowRecord } from "./flow-record.ts";

/**
 * Checks what came back and trades the code for tokens. Whatever is wrong, the login it was for is over: a record is
 * used once.
 *
 * @throws McpAuthError `state_mismatch`, `issuer_mismatch`, `interaction_declined`, and those of the token endpoint.
 */
export async function finishFlow(
  context: OAuthContext,
  vault: TokenVault,
  flow: FlowRecord,
  params: URLSearchParams,
): Promise<TokenRecord> {
  const mine = await removeRecord(context, recordKeys.flow(flow.state));
  const state = params.getAll("state");
  if (!mine || state.length !== 1 || state[0] !== flow.state || flow.expiresAt <= context.clock.now())
    throw staleState(context);
  await validate(context, flow, params);
  const code = params.get("code");
  if (code === null || code === "") throw malformed(context, flow, "holds no code");
  const answer = await requestToken(context, {
    discovery: { issuer: flow.issuer, metadata: flow.metadata, resource: flow.resource },
    client: await flowClient(context, flow),
    grantType: "authorization_code",
    parameters: { code, redirect_uri: flow.redirectUri, code_verifier: flow.verifier },
    phase: "token",
  });
  const { issuer, clientId, resource, scope } = flow;
  const stored = await vault.read(flow);
  const record = tokenRecord(answer, {
    issuer,
    clientId,
    resource,
    requestedScope: scope,
    generation: vault.nextGeneration(stored?.value),
    now: context.clock.now(),
  });
  await vault.save(record, flow.metadataUrl);
  context.emit("login-finished", { issuer });
  return record;
}

/** `iss` before anything else is believed (RFC 9207 2.4), by plain comparison; then `error`. */
async function validate(context: OAuthContext, flow: FlowRecord, params: URLSearchParams): Promise<void> {
  const library = await import("oauth4webapi");
  const server = { ...flow.metadata, issuer: flow.issuer };
  try {
    library.validateAuthResponse(server, { client_id: flow.clientId }, params, flow.state);
  } catch (error) {
    if (error instanceof library.AuthorizationResponseError) throw answeredError(context, flow, error.error);
    const [iss] = params.getAll("iss");
    throw iss === flow.issuer
      ? malformed(context, flow, "is malformed")
      : malformed(context, flow, "does not come from the authorization server that was asked");
  }
}

function malformed(context: OAuthContext, flow: FlowRecord, what: string): Error {
  return oauthFailure(context, {
    authCode: "issuer_mismatch",
    message: `The answer to the login ${what}. It is not used, and nothing it says is shown; log in again.`,
    phase: "authorization",
    retry: "after-user",
    issuer: flow.issuer,
  });
}

/** RFC 6749 4.1.2.1. Its description is a stranger's text and stays where it is. */
function answeredError(context: OAuthContext, { issuer }: FlowRecord, error: string): Error {
  const code = oauthErrorCode(error);
  const declined = code === "access_denied";
  const scope = code === "invalid_scope";
  return oauthFailure(context, {
    authCode: declined ? "interaction_declined" : scope ? "insufficient_scope" : "client_rejected",
    message: declined
      ? "The person, or the authorization server for them, declined the login."
      : `The authorization server refused the login${code === undefined ? "" : ` (${code})`}.`,
    phase: "authorization",
    retry: "after-user",
    issuer,
    ...(code === undefined ? {} : { oauthError: code }),
  });
}

/** No such login, another one's answer, one that was used, or one that took too long: all the same to a stranger. */
export function staleState(context: Pick<OAuthContext, "serverId">): Error {
  return oauthFailure(context, {
    authCode: "state_mismatch",
    message:
      "The answer belongs to no login that is under way: its `state` is unknown, used or too old. Log in again.",
    phase: "authorization",
    retry: "after-user",
  });
}

/** The client that began the login: as declared, or as registered for this issuer. */
async function flowClient(context: OAuthContext, flow: FlowRecord): Promise<OAuthClient> {
  const { clientId, issuer } = flow;
  for (const client of context.config.clients ?? []) {
    if (client.kind === "pre-registered" && client.clientId === clientId)
      return { kind: client.kind, clientId, auth: client.auth ?? { method: "none" } };
    if (client.kind === "cimd" && client.url === clientId)
      return { kind: client.kind, clientId, auth: client.auth ?? { method: "none" } };
  }
  const record = await readRecord<ClientRecord>(context, recordKeys.client(context, issuer));
  if (record?.value.clientId === clientId) return registeredClient(record.value);
  throw oauthFailure(context, {
    authCode: "client_rejected",
    message:
      "The client that began the login is not known here. Pass the `declaration` of the server, and use the same store.",
    phase: "token",
    retry: "never",
    issuer,
  });
}
