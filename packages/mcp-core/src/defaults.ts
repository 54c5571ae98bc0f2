import type { McpBackoffConfig } from "./backoff.ts";

/** The figures every package starts from; each is an option somewhere. */
export const mcpDefaults: {
  readonly connectTimeoutMs: number;
  readonly callTimeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly installTimeoutMs: number;
  readonly probeTimeoutMs: number;
  readonly verdictTtlMs: number;
  readonly maxMessageBytes: number;
  readonly stopGraceMs: number;
  readonly backoff: Required<McpBackoffConfig>;
} = {
  connectTimeoutMs: 30_000,
  callTimeoutMs: 60_000,
  totalTimeoutMs: 600_000,
  installTimeoutMs: 300_000,
  probeTimeoutMs: 3_000,
  verdictTtlMs: 24 * 60 * 60 * 1000,
  maxMessageBytes: 16 * 1024 * 1024,
  stopGraceMs: 2_000,
  backoff: { initialDelayMs: 100, maxDelayMs: 5_000, factor: 2, maxAttempts: 5 },
};
