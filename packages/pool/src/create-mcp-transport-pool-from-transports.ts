import { ConfigError } from "@x/mcp-core";
import { createMemberPool, type PoolConfiguration } from "./member-pool.ts";
import { createMemberSet } from "./member-set.ts";
import type { McpPoolFromTransportsOptions } from "./pool-options.ts";
import { poolSettings } from "./pool-settings.ts";
import { checkServerId } from "./server-declarations.ts";
import type { McpTransportPool } from "./transport-pool.ts";

/**
 * Makes one pool of transports you made yourself. `stop()` stops them too unless `owned` is false. Such a pool
 * cannot make transports: `as`, `add` and `reconfigure` throw a ConfigError.
 *
 * @throws ConfigError for a server id that is malformed or used twice.
 */
export function createMcpTransportPoolFromTransports(
  options: McpPoolFromTransportsOptions,
): McpTransportPool {
  const settings = poolSettings(options);
  const ids = new Set([settings.serverId]);
  if (!Array.isArray(options.transports))
    throw new ConfigError({
      pointer: "/transports",
      problem: "expected a list of transports. Write transports: [createMcpTransport(…)].",
    });
  for (const [index, transport] of options.transports.entries()) {
    checkServerId(transport?.serverId, `/transports/${index}/serverId`, ids);
    ids.add(transport.serverId);
  }
  const set = createMemberSet({ ...settings, owned: options.owned ?? true });
  const refuse = (what: string) => (): never => {
    throw new ConfigError({
      pointer: "",
      problem: `a pool of ready-made transports cannot ${what}. Make it with createMcpTransportPool({ servers, factories }).`,
    });
  };
  const configuration: PoolConfiguration = {
    as: refuse("connect for other principals"),
    add: refuse("make a transport from a declaration"),
    reconfigure: async () => refuse("make transports from declarations")(),
    remove: (id) => set.detach(id),
  };
  const { pool } = createMemberPool(set, { ...settings, configuration, end: (stop) => set.stop(stop) });
  for (const transport of options.transports) set.attach(transport.serverId, transport);
  return pool;
}
