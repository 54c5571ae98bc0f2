import { type Clock, encodeToolName, mcpDefaults, systemClock } from "@x/mcp-core";
import type { McpPoolLimits } from "./call-gate.ts";
import type { McpPoolBaseOptions } from "./pool-options.ts";

/** No transport needs longer by its own defaults, an install step included. */
const defaultSettleTimeoutMs = mcpDefaults.installTimeoutMs + mcpDefaults.connectTimeoutMs;

/** The options of a pool with their defaults. */
export interface PoolSettings {
  readonly serverId: string;
  readonly clock: Clock;
  readonly settleTimeoutMs: number;
  readonly toolNameSeparator: string | undefined;
  limitsOf(serverId: string): McpPoolLimits;
}

/**
 * Fills in what was not given.
 *
 * @throws ConfigError for a separator no name can be made with.
 */
export function poolSettings(options: McpPoolBaseOptions): PoolSettings {
  const separator = options.toolNameSeparator;
  if (separator !== undefined) encodeToolName("server", "tool", { separator });
  const { limits, serverLimits = {} } = options;
  return {
    serverId: options.serverId ?? "mcp-pool",
    clock: options.clock ?? systemClock(),
    settleTimeoutMs: options.settleTimeoutMs ?? defaultSettleTimeoutMs,
    toolNameSeparator: separator,
    limitsOf: (serverId) => ({
      ...limits,
      ...(Object.hasOwn(serverLimits, serverId) ? serverLimits[serverId] : {}),
    }),
  };
}
