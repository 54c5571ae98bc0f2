import { backoffDelayMs, type McpBackoffConfig } from "@x/mcp-core";

/** A server that asks for more patience than this is asked sooner: it may have meant another unit. */
const maxRetryAfterMs = 60_000;

/** The wait before an attempt: what the back-off says, but not less than what the server asked for, within a bound. */
export function pacedDelayMs(
  backoff: McpBackoffConfig,
  attempt: number,
  random: () => number,
  retryAfterMs: number | undefined,
): number {
  const delayMs = backoffDelayMs(backoff, attempt, random);
  return retryAfterMs === undefined ? delayMs : Math.max(delayMs, Math.min(retryAfterMs, maxRetryAfterMs));
}

/** `Retry-After` (RFC 9110 10.2.3), where an error carries it, itself or as the cause of what it led to. */
export function retryAfterMsOf(error: unknown): number | undefined {
  let current = error;
  for (let depth = 0; depth < 4 && current instanceof Error; depth++) {
    const { retryAfterMs } = current as { readonly retryAfterMs?: unknown };
    if (typeof retryAfterMs === "number" && retryAfterMs >= 0) return retryAfterMs;
    current = current.cause;
  }
  return undefined;
}
