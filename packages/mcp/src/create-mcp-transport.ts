import { ConfigError, type McpTransportFactory, type McpTransportPort } from "@x/mcp-core";
import type { McpTransportConfig } from "./server-config.ts";
import { transportFactories } from "./transport-factories.ts";
import { type McpTransportOptions, portContext } from "./transport-options.ts";

/**
 * Makes the transport of one server. Nothing is loaded, started or sent before its first use.
 *
 * @throws ConfigError for a wrong declaration, and for a stdio server without a sandbox to run in.
 */
export function createMcpTransport(
  config: McpTransportConfig,
  options: McpTransportOptions = {},
): McpTransportPort {
  const factories = transportFactories(options);
  const kind: unknown = config?.kind;
  if (typeof kind !== "string" || !Object.hasOwn(factories, kind))
    throw new ConfigError({
      pointer: "/kind",
      problem: `no transport is made for this kind. Write kind: ${Object.keys(factories)
        .map((known) => `"${known}"`)
        .join(" or ")}.`,
      serverId: (config as { readonly serverId?: string } | undefined)?.serverId,
    });
  return (factories[kind as keyof typeof factories] as McpTransportFactory)(config, portContext(options));
}
