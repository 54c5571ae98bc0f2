import { McpAuthError } from "@x/mcp-core";
import { knownClient } from "../client/resolve-client.ts";
import type { Discovery } from "../discovery/discovery.ts";
import { oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import { locked, recordKeys, type StoredRecord } from "../record-store.ts";
import { loginReason } from "./interrupted-refresh.ts";
import { requestToken } from "./request-token.ts";
import type { TokenRecord } from "./token-record.ts";
import { type TokenVault, tokenRecord } from "./token-vault.ts";

/**
 * Replaces tokens that were refused or are about to expire. One process at a time: whoever comes later finds newer
 * tokens in the store and takes them. The refresh token is shown once; if that process dies before it has stored the
 * answer, it is shown again only where it is known not to be used up, see {@link loginReason}.
 *
 * @throws McpAuthError `refresh_rejected` where only a new login helps, `refresh_unavailable` where waiting does.
 */
export async function refreshToken(
  context: OAuthContext,
  vault: TokenVault,
  stale: TokenRecord,
  discovery: Discovery,
): Promise<TokenRecord> {
  const { lockLeaseMs: leaseMs, lockWaitMs: waitMs } = context.timing;
  const key = recordKeys.token(context, stale);
  return locked(context, key, { leaseMs, waitMs }, async (lease) => {
    const until = context.clock.now() + leaseMs;
    const holds = (): boolean => !lease.signal.aborted && context.clock.now() < until;
    const found = await vault.read(stale);
    if (found !== undefined && found.value.generation > stale.generation)
      return adopted(context, vault, found.value);
    return replace(context, vault, { stale: found?.value ?? stale, found, discovery, holds });
  });
}

interface Replacement {
  readonly stale: TokenRecord;
  readonly found: StoredRecord<TokenRecord> | undefined;
  readonly discovery: Discovery;
  /** Whether the others still wait for this process. */
  readonly holds: () => boolean;
}

async function replace(
  context: OAuthContext,
  vault: TokenVault,
  { stale, found, discovery, holds }: Replacement,
): Promise<TokenRecord> {
  const { refreshToken, issuer } = stale;
  if (refreshToken === undefined) throw loginNeeded(context, issuer, "There is no refresh token.");
  const client = await knownClient(context, discovery);
  if (client === undefined || client.clientId !== stale.clientId)
    throw loginNeeded(context, issuer, "The client that logged in is no longer registered.");
  const why = await loginReason(context, stale, discovery, client);
  if (why !== undefined) throw loginNeeded(context, issuer, why);
  let version = "";
  try {
    const answer = await requestToken(context, {
      discovery: { ...discovery, resource: stale.resource },
      client,
      grantType: "refresh_token",
      parameters: { refresh_token: refreshToken },
      phase: "refresh",
      async beforeSend() {
        version = await announce(context, vault, stale, found);
        // A machine that slept: by now another process may have shown it.
        if (!holds()) throw tooLate(context, issuer);
      },
    });
    const generation = vault.nextGeneration(stale);
    const { clientId, resource, requestedScope } = stale;
    const now = context.clock.now();
    const rotates = answer.refreshToken !== undefined && answer.refreshToken !== refreshToken;
    const facts = { issuer, clientId, resource, requestedScope, now, generation, refreshToken, rotates };
    // RFC 6749 6: an answer without a scope means the scope as it was.
    const record = tokenRecord({ ...answer, scope: answer.scope ?? stale.scope }, facts);
    await vault.save(record, discovery.metadataUrl);
    context.emit("token-refreshed", { issuer });
    return record;
  } catch (error) {
    return afterRefusal(context, vault, { stale, version, error });
  }
}

/** Writes down that the refresh token is about to be shown; nothing that could fail comes in between. */
async function announce(
  context: OAuthContext,
  vault: TokenVault,
  stale: TokenRecord,
  found: StoredRecord<TokenRecord> | undefined,
): Promise<string> {
  // Tokens that no store could take have nobody to be announced to.
  if (found === undefined) return "";
  const attempts = (stale.intent?.attempts ?? 0) + 1;
  const version = await vault.mark(
    { ...stale, intent: { at: context.clock.now(), attempts } },
    found.version,
  );
  if (version !== undefined) return version;
  throw loginNeeded(context, stale.issuer, "The stored login was changed meanwhile.");
}

async function afterRefusal(
  context: OAuthContext,
  vault: TokenVault,
  {
    stale,
    version,
    error,
  }: { readonly stale: TokenRecord; readonly version: string; readonly error: unknown },
): Promise<TokenRecord> {
  // Another host, perhaps with a lock of its own, may have been faster.
  const newest = await vault.read(stale);
  if (newest !== undefined && newest.value.generation > stale.generation)
    return adopted(context, vault, newest.value);
  if (error instanceof McpAuthError) {
    if (version !== "") await unmark(context, vault, { stale, version, error });
  }
  throw error;
}

/**
 * This process lives and knows how it ended, so nobody has to wonder. What the server no longer takes is not shown to
 * it again, and the access token serves until it expires.
 */
async function unmark(
  context: OAuthContext,
  vault: TokenVault,
  {
    stale,
    version,
    error,
  }: { readonly stale: TokenRecord; readonly version: string; readonly error: McpAuthError },
): Promise<void> {
  const { intent: _over, refreshToken: _dead, ...kept } = stale;
  const next = error.oauthError === "invalid_grant" ? kept : { ...kept, refreshToken: stale.refreshToken };
  if ((await vault.mark(next, version)) === undefined) return;
  vault.adopt(next);
  context.emit("refresh-failed", { issuer: stale.issuer, detail: error.authCode });
}

function adopted(context: OAuthContext, vault: TokenVault, record: TokenRecord): TokenRecord {
  vault.adopt(record);
  context.emit("token-adopted", { issuer: record.issuer });
  return record;
}

function tooLate(context: OAuthContext, issuer: string): McpAuthError {
  return oauthFailure(context, {
    authCode: "lock_timeout",
    message:
      "This process stood still for longer than it may keep the others waiting, so it did not refresh. Try again.",
    phase: "refresh",
    retry: "after-delay",
    issuer,
  });
}

function loginNeeded(context: OAuthContext, issuer: string, why: string): McpAuthError {
  return oauthFailure(context, {
    authCode: "refresh_rejected",
    message: `${why} Log in again.`,
    phase: "refresh",
    retry: "after-user",
    issuer,
  });
}
