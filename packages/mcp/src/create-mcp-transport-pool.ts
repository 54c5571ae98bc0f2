import type { McpServerConfig, McpTransportFactory } from "@x/mcp-core";
import {
  createMcpTransportPool as createPool,
  type McpPoolBaseOptions,
  type McpPoolStartOptions,
  type McpTransportPool,
} from "@x/pool";
import { checkServerConfig, type McpTransportConfig } from "./server-config.ts";
import { transportFactories } from "./transport-factories.ts";
import { type McpTransportOptions, portContext } from "./transport-options.ts";

/** What a pool is declared as: plain data. */
export interface McpPoolConfig<C extends McpServerConfig = McpTransportConfig>
  extends Omit<McpPoolBaseOptions, "clock">,
    McpPoolStartOptions {
  readonly servers: readonly C[];
}

/** What is bound when a pool is made. */
export interface McpPoolTransportOptions extends McpTransportOptions {
  /** For further kinds of servers, or in place of those of this door. */
  readonly factories?: Readonly<Record<string, McpTransportFactory<never>>> | undefined;
}

/**
 * Makes one transport of many declared servers. Nothing is loaded, started or sent before its first use.
 *
 * @throws ConfigError for a wrong declaration, and for a stdio server without a sandbox to run in.
 */
export function createMcpTransportPool(
  config: McpPoolConfig,
  options?: McpPoolTransportOptions,
): McpTransportPool;
export function createMcpTransportPool<C extends McpServerConfig>(
  config: McpPoolConfig<C>,
  options: McpPoolTransportOptions & { readonly factories: object },
): McpTransportPool;
export function createMcpTransportPool<C extends McpServerConfig>(
  config: McpPoolConfig<C>,
  options: McpPoolTransportOptions = {},
): McpTransportPool {
  const { factories: own = {} } = options;
  // What is no list is refused by the pool.
  for (const [index, server] of Array.isArray(config?.servers) ? config.servers.entries() : [])
    if (!Object.hasOwn(own, server?.kind)) checkServerConfig(server, `/servers/${index}`, options);
  const factories = { ...transportFactories(options), ...own };
  return createPool({ ...config, ...portContext(options), factories });
}
