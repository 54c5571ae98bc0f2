import type { McpServerConfig, McpTransportPort } from "@x/mcp-core";
import type { PortMaker } from "./resting/port-maker.ts";

/** The transports of one change, from when they are made until a pool has them. */
export interface PortBatch {
  /** Gives one away; makes it for a principal who came since. */
  take(config: McpServerConfig, principal: string): McpTransportPort;
  /** Stops those that nobody took: their principal or the pool is gone. */
  discard(): Promise<void>;
}

/** Makes those of these servers for all of these principals, or none: throws what a factory throws. */
export function preparePorts(
  make: PortMaker,
  configs: Iterable<McpServerConfig>,
  principals: readonly string[],
): PortBatch {
  const ports = new Map<string, McpTransportPort>();
  const keyOf = ({ serverId }: McpServerConfig, principal: string): string =>
    JSON.stringify([serverId, principal]);
  const discard = async (): Promise<void> => {
    const left = [...ports.values()];
    ports.clear();
    // They were never started, and nobody knows of them: how they end is no news to anybody.
    await Promise.allSettled(left.map(async (port) => port.stop()));
  };
  try {
    for (const config of configs)
      for (const principal of principals) ports.set(keyOf(config, principal), make(config, principal));
  } catch (error) {
    void discard();
    throw error;
  }
  return {
    take(config, principal) {
      const key = keyOf(config, principal);
      const port = ports.get(key) ?? make(config, principal);
      ports.delete(key);
      return port;
    },
    discard,
  };
}
