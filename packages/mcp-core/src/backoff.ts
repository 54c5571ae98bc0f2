import { mcpDefaults } from "./defaults.ts";

/** How a lost connection is tried again. */
export interface McpBackoffConfig {
  /** Upper bound of the first wait. Default 100. */
  readonly initialDelayMs?: number;
  /** Upper bound of every wait. Default 5,000. */
  readonly maxDelayMs?: number;
  /** Growth of the bound from one attempt to the next. Default 2. */
  readonly factor?: number;
  /** After so many failed attempts the connection is given up. Default 5. */
  readonly maxAttempts?: number;
}

/**
 * The wait before an attempt (from 1): exponential with full jitter, so that many clients that lost one server
 * do not come back in step.
 */
export function backoffDelayMs(config: McpBackoffConfig, attempt: number, random: () => number): number {
  const { backoff } = mcpDefaults;
  const {
    initialDelayMs = backoff.initialDelayMs,
    maxDelayMs = backoff.maxDelayMs,
    factor = backoff.factor,
  } = config;
  // The power of a late attempt is infinite, and infinity times zero is no number.
  const growth = Math.min(factor ** (attempt - 1), Number.MAX_VALUE);
  const bound = Math.min(maxDelayMs, initialDelayMs * growth);
  return Math.round(random() * bound);
}
