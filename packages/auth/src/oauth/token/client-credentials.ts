import { knownClient } from "../client/resolve-client.ts";
import type { Discovery } from "../discovery/discovery.ts";
import { oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import { locked, recordKeys } from "../record-store.ts";
import { requestToken } from "./request-token.ts";
import { type TokenVault, tokenRecord } from "./token-vault.ts";

/**
 * Gets a token for the client itself (RFC 6749 4.4). One process at a time, as with a refresh.
 *
 * @throws McpAuthError `registration_unavailable` without a declared client, and those of the token endpoint.
 */
export async function clientCredentials(
  context: OAuthContext,
  vault: TokenVault,
  discovery: Discovery,
  scope: readonly string[],
): Promise<void> {
  const client = await knownClient(context, discovery);
  const { issuer, resource } = discovery;
  if (client === undefined || client.kind === "dcr")
    throw oauthFailure(context, {
      authCode: "registration_unavailable",
      message: "client_credentials needs a client that was registered by hand: declare it in `clients`.",
      phase: "registration",
      retry: "after-user",
      issuer,
    });
  const partition = { issuer, clientId: client.clientId, resource };
  const { lockLeaseMs: leaseMs, lockWaitMs: waitMs } = context.timing;
  const held = vault.current()?.generation ?? 0;
  await locked(context, recordKeys.token(context, partition), { leaseMs, waitMs }, async () => {
    const stored = await vault.read(partition);
    if (stored !== undefined && stored.value.generation > held) return vault.adopt(stored.value);
    const answer = await requestToken(context, {
      discovery,
      client,
      grantType: "client_credentials",
      parameters: scope.length === 0 ? {} : { scope: scope.join(" ") },
      phase: "token",
    });
    const facts = { ...partition, requestedScope: scope, now: context.clock.now() };
    const generation = vault.nextGeneration(stored?.value);
    await vault.save(tokenRecord(answer, { ...facts, generation }), discovery.metadataUrl);
  });
}
