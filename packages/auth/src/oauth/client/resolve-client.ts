import type { ClientIdentity } from "../../config/oauth2-config.ts";
import type { Discovery } from "../discovery/discovery.ts";
import { oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import { readRecord, recordKeys, writeRecord } from "../record-store.ts";
import { type ClientRecord, type OAuthClient, registeredClient } from "./oauth-client.ts";
import { registerClient } from "./register-client.ts";

type PreRegistered = Extract<ClientIdentity, { kind: "pre-registered" }>;

/** What a client that is registered on the spot is registered for. */
export interface ClientNeed {
  readonly redirectUri: string;
  readonly scope: readonly string[];
  /** Register again: the authorization server refused the stored registration. */
  readonly renew?: boolean;
}

/**
 * The client for an authorization server: pre-registered, else a metadata document, else registered dynamically
 * (MCP basic/authorization/client-registration).
 *
 * @throws McpAuthError `binding_violation`, `registration_unavailable`, `registration_rejected`.
 */
export async function resolveClient(
  context: OAuthContext,
  discovery: Discovery,
  need: ClientNeed,
  signal?: AbortSignal,
): Promise<OAuthClient> {
  const declared = await declaredClient(context, discovery);
  if (declared !== undefined) return declared;
  const { dcr, bound } = identities(context);
  if (dcr !== undefined && typeof discovery.metadata.registration_endpoint === "string") {
    const stored = need.renew ? undefined : await registration(context, discovery.issuer);
    const record =
      stored?.redirectUris.includes(need.redirectUri) === true
        ? stored
        : await registerClient(context, discovery, dcr, need, signal);
    return registeredClient(record);
  }
  if (bound.length > 0) throw otherIssuer(context, discovery.issuer);
  throw oauthFailure(context, {
    authCode: "registration_unavailable",
    message:
      'The authorization server takes none of the declared kinds of clients. Register one by hand and declare it as { kind: "pre-registered", clientId, issuer }.',
    phase: "registration",
    retry: "after-user",
    issuer: discovery.issuer,
  });
}

/** The client without registering one: for refresh, and for grants without a redirect. */
export async function knownClient(
  context: OAuthContext,
  discovery: Discovery,
): Promise<OAuthClient | undefined> {
  const declared = await declaredClient(context, discovery);
  if (declared !== undefined) return declared;
  const { dcr, bound } = identities(context);
  const record = dcr === undefined ? undefined : await registration(context, discovery.issuer);
  if (record === undefined && dcr === undefined && bound.length > 0)
    throw otherIssuer(context, discovery.issuer);
  return record === undefined ? undefined : registeredClient(record);
}

/** The stored registration at an issuer, if its secret lives on for a minute. */
export async function registration(context: OAuthContext, issuer: string): Promise<ClientRecord | undefined> {
  const found = await readRecord<ClientRecord>(context, recordKeys.client(context, issuer));
  const { secretExpiresAt } = found?.value ?? {};
  const stale = secretExpiresAt !== undefined && secretExpiresAt < context.clock.now() + 60_000;
  return found?.value.issuer === issuer && !stale ? found.value : undefined;
}

function identities({ config }: OAuthContext): {
  readonly bound: readonly PreRegistered[];
  readonly cimd: Extract<ClientIdentity, { kind: "cimd" }> | undefined;
  readonly dcr: Extract<ClientIdentity, { kind: "dcr" }> | undefined;
} {
  const clients = config.clients ?? [{ kind: "dcr" }];
  return {
    bound: clients.filter((client) => client.kind === "pre-registered"),
    cimd: clients.find((client) => client.kind === "cimd"),
    dcr: clients.find((client) => client.kind === "dcr"),
  };
}

async function declaredClient(
  context: OAuthContext,
  { issuer, metadata }: Discovery,
): Promise<OAuthClient | undefined> {
  const { bound, cimd } = identities(context);
  for (const client of bound) {
    const { clientId, auth = { method: "none" } } = client;
    if (await isBoundTo(context, client, issuer)) return { kind: "pre-registered", clientId, auth };
  }
  if (cimd === undefined || metadata.client_id_metadata_document_supported !== true) return undefined;
  return { kind: "cimd", clientId: cimd.url, auth: cimd.auth ?? { method: "none" } };
}

/** One without an issuer belongs to the first that the server names, and to no other after that. */
async function isBoundTo(context: OAuthContext, client: PreRegistered, issuer: string): Promise<boolean> {
  if (client.issuer !== undefined) return client.issuer === issuer;
  const key = recordKeys.pin(context, client.clientId);
  const pinned = await readRecord<{ readonly v: 1; readonly issuer: string }>(context, key);
  if (pinned !== undefined) return pinned.value.issuer === issuer;
  if (
    (await writeRecord(context, key, { v: 1, issuer } as { readonly v: 1 }, { ifVersion: null })) !==
    undefined
  )
    return true;
  return isBoundTo(context, client, issuer);
}

function otherIssuer(context: OAuthContext, issuer: string): Error {
  return oauthFailure(context, {
    authCode: "binding_violation",
    message: `The declared client belongs to another authorization server than ${new URL(issuer).host}, which the MCP server names now: it is not shown there. If the move is meant, declare a client for the new issuer.`,
    phase: "registration",
    retry: "never",
    issuer,
  });
}
