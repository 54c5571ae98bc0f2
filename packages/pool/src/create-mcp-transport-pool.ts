import type { McpServerConfig } from "@x/mcp-core";
import { createPoolFamily } from "./pool-family.ts";
import type { McpPoolOptions } from "./pool-options.ts";
import type { McpTransportPool } from "./transport-pool.ts";

/**
 * Makes a pool of declared servers. Nothing is started before the first `connect`, `listTools` or call.
 *
 * @throws ConfigError for a bad declaration (an id that is malformed or used twice, a kind without a factory, a
 * value that is no plain data, or whatever a factory refuses); nothing was started.
 */
export function createMcpTransportPool<C extends McpServerConfig>(
  options: McpPoolOptions<C>,
): McpTransportPool {
  return createPoolFamily(options);
}
