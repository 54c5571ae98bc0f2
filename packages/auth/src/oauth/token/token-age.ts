import type { OAuthContext } from "../oauth-runtime.ts";
import type { TokenRecord } from "./token-record.ts";

/** Younger ones are not replaced: what refuses them does so for another reason than their age. */
const freshMs = 5_000;

const shortestAheadMs = 60_000;

/** `expiring`: still good, to be replaced soon. */
export type TokenAge = "fresh" | "good" | "expiring" | "expired";

/** How old tokens are by our clock. `jitter` (0 to 1) spreads the refreshes of many that expire together. */
export function tokenAge(context: OAuthContext, record: TokenRecord, jitter = 0): TokenAge {
  const now = context.clock.now();
  const { expiresAt, obtainedAt } = record;
  const age = now - obtainedAt;
  if (age >= 0 && age < freshMs) return "fresh";
  if (expiresAt === undefined) return "good";
  if (expiresAt <= now) return "expired";
  const lifetime = expiresAt - obtainedAt;
  const usual = Math.max(shortestAheadMs, lifetime / 10);
  const ahead = Math.min(context.config.refresh?.aheadMs ?? usual, lifetime / 2);
  return expiresAt - ahead * (1 + jitter / 10) <= now ? "expiring" : "good";
}
