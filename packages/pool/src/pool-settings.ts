import {
  type Clock,
  checkDeclaration,
  type DeclarationFields,
  encodeToolName,
  mcpDefaults,
  systemClock,
} from "@x/mcp-core";
import type { McpPoolLimits } from "./call-gate.ts";
import type { McpPoolBaseOptions } from "./pool-options.ts";

/** No transport needs longer by its own defaults, an install step included. */
const defaultSettleTimeoutMs = mcpDefaults.installTimeoutMs + mcpDefaults.connectTimeoutMs;

const limitFields: DeclarationFields = {
  maxInFlight: { type: "positive", example: "8", problem: atLeastOne },
  // None may wait: what finds no room fails at once.
  maxQueued: { type: "any", example: "100", problem: noCount },
};

const optionFields: DeclarationFields = {
  serverId: { type: "string", example: '"mcp-pool"' },
  toolNameSeparator: { type: "string", example: '"__"' },
  settleTimeoutMs: { type: "positive", example: "60_000" },
  limits: { type: "object", example: "{ maxInFlight: 8 }" },
  serverLimits: { type: "object", example: "{ search: { maxInFlight: 8 } }" },
};

function atLeastOne(value: number): string | undefined {
  return value >= 1 ? undefined : "fewer than one call would never let any through. Write maxInFlight: 8.";
}

function noCount(value: unknown): string | undefined {
  if (typeof value === "number" && value >= 0) return undefined;
  return "expected a number, 0 or more. Write maxQueued: 100.";
}

/** Keys beside these belong to whoever makes the transports. */
function checkOptions(options: unknown): void {
  checkDeclaration(options, optionFields, { pointer: "", what: "a pool", allowUnknown: true });
  const { limits, serverLimits } = options;
  if (limits !== undefined) checkDeclaration(limits, limitFields, { pointer: "/limits", what: "`limits`" });
  for (const [serverId, own] of Object.entries(serverLimits ?? {})) {
    const pointer = `/serverLimits/${serverId.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    checkDeclaration(own, limitFields, { pointer, what: "what a server is limited to", serverId });
  }
}

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
 * @throws ConfigError for options of the wrong type, and a separator no name can be made with.
 */
export function poolSettings(options: McpPoolBaseOptions): PoolSettings {
  checkOptions(options);
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
