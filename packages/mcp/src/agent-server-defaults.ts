/**
 * The figures of agents that declare `mcp_servers`: a minute to connect, a minute for each call, and progress does not
 * start it again.
 */
export const agentServerDefaults: {
  readonly connectTimeoutMs: number;
  readonly callTimeoutMs: number;
  readonly resetTimeoutOnProgress: boolean;
} = { connectTimeoutMs: 60_000, callTimeoutMs: 60_000, resetTimeoutOnProgress: false };

/** A declaration with these figures, where it has none of its own. */
export function withAgentServerDefaults<C extends object>(server: C): C & typeof agentServerDefaults {
  return { ...agentServerDefaults, ...server };
}
