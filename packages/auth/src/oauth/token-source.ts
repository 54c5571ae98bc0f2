import { McpAuthError } from "@x/mcp-core";
import { registration } from "./client/resolve-client.ts";
import { discover } from "./discovery/discover.ts";
import type { Discovery } from "./discovery/discovery.ts";
import type { ResourceHint } from "./discovery/protected-resource.ts";
import type { FlowRecord } from "./flow/flow-record.ts";
import { logIn } from "./flow/log-in.ts";
import { oauthFailure } from "./oauth-failure.ts";
import type { OAuthContext } from "./oauth-runtime.ts";
import { locked, recordKeys } from "./record-store.ts";
import { chooseScope, type ScopeWish } from "./scope-choice.ts";
import { clientCredentials } from "./token/client-credentials.ts";
import { refreshToken } from "./token/refresh-token.ts";
import type { TokenRecord } from "./token/token-record.ts";
import type { TokenVault } from "./token/token-vault.ts";

/** What was learnt is believed so long; a fresh 401 asks again whatever its age. */
const discoveryTtlMs = 600_000;

/** A registration that was refused is made again at most this often. */
const renewalPauseMs = 3_600_000;

/** Whoever declined is not asked for the same again so soon. */
const declinedForMs = 300_000;

/** Gets tokens, by whatever way is open. */
export interface TokenSource {
  /** What the servers publish; `fresh` asks them again. */
  discovery(hint: ResourceHint, fresh: boolean): Promise<Discovery>;
  refresh(stale: TokenRecord, discovery: Discovery): Promise<void>;
  obtain(discovery: Discovery, need: ObtainNeed): Promise<void>;
}

export interface ObtainNeed extends ScopeWish {
  readonly reason: FlowRecord["reason"];
  readonly signal: AbortSignal;
  /** The tokens that do not do; newer ones end the need. */
  readonly instead: number;
  readonly renewClient?: boolean;
  /** What ended the login before. */
  readonly because?: McpAuthError | undefined;
}

export function createTokenSource(context: OAuthContext, vault: TokenVault): TokenSource {
  let known: Discovery | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let unanswered = false;
  const declined = new Map<string, number>();
  const { clock, config } = context;
  const asks = config.interactive !== false && context.interaction !== undefined;

  const once = async (discovery: Discovery, need: ObtainNeed, scope: readonly string[]): Promise<void> => {
    const refusedAt = declined.get(scope.join(" "));
    if (asks && refusedAt !== undefined && clock.now() - refusedAt < declinedForMs)
      throw oauthFailure(context, {
        authCode: "interaction_declined",
        message: "The person declined this login a short while ago and is not asked again yet.",
        phase: "authorization",
        retry: "after-user",
        issuer: discovery.issuer,
      });
    const { reason, signal, because, renewClient = false } = need;
    try {
      await logIn(context, vault, { discovery, scope, reason, signal, renewClient, because });
    } catch (error) {
      if (error instanceof McpAuthError && error.authCode === "interaction_declined")
        declined.set(scope.join(" "), clock.now());
      throw error;
    }
  };

  /** A registered client that is refused is registered again, once in a while. */
  const renewing = async (
    discovery: Discovery,
    need: ObtainNeed,
    scope: readonly string[],
  ): Promise<void> => {
    // Somebody who is shown an error of the server, and no way back, says nothing: its registration may be gone.
    const renewClient = unanswered && clock.now() - renewedAt >= renewalPauseMs;
    unanswered = false;
    if (renewClient) renewedAt = clock.now();
    try {
      await once(discovery, renewClient ? { ...need, renewClient } : need, scope);
    } catch (error) {
      unanswered = error instanceof McpAuthError && error.authCode === "interaction_timeout";
      if (!(await isWorthRenewing(discovery, error)) || need.renewClient) throw error;
      renewedAt = clock.now();
      await once(discovery, { ...need, renewClient: true }, scope);
    }
  };
  const isWorthRenewing = async (discovery: Discovery, error: unknown): Promise<boolean> => {
    if (!(error instanceof McpAuthError)) return false;
    const refused = error.authCode === "client_rejected" || error.oauthError === "invalid_scope";
    if (!refused || clock.now() - renewedAt < renewalPauseMs) return false;
    return (await registration(context, discovery.issuer)) !== undefined;
  };

  return {
    async discovery(hint, fresh) {
      const age = clock.now() - (known?.at ?? 0);
      if (known !== undefined && !fresh && age < discoveryTtlMs) return known;
      try {
        known = await discover(context, hint);
      } catch (error) {
        // What was checked before outlives an outage; it does not outlive a contradiction.
        const away = error instanceof McpAuthError && error.retry === "after-delay";
        if (known === undefined || !away) throw error;
      }
      return known;
    },
    async refresh(stale, discovery) {
      await refreshToken(context, vault, stale, discovery);
    },
    async obtain(discovery, need) {
      const scope = chooseScope(context, discovery, need);
      if (config.grant?.type === "client_credentials")
        return clientCredentials(context, vault, discovery, scope);
      if (!asks) return renewing(discovery, need, scope);
      const patience = context.timing.interactionTimeoutMs;
      const times = { leaseMs: patience + 60_000, waitMs: patience, signal: need.signal };
      // One window on this machine: whoever waited finds the tokens of whoever asked.
      await locked(context, recordKeys.login(context), times, async () => {
        const found = await vault.load(need.signal);
        if (found !== undefined && found.generation > need.instead) return;
        await renewing(discovery, need, scope);
      });
    },
  };
}
