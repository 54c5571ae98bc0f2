import type { McpPortContext, McpServerConfig, McpTransportFactory, McpTransportPort } from "@x/mcp-core";
import type { McpPoolOptions } from "../pool-options.ts";
import { checkStartOptions, restOf } from "../start-options.ts";
import { createCatalogStore } from "./catalog-store.ts";
import { createRestingPort } from "./resting-port.ts";

/** Makes the transport of a declaration for somebody; one that may rest where the options say so. */
export type PortMaker = (config: McpServerConfig, principal: string) => McpTransportPort;

/** Makes the maker of a pool. What a factory throws is thrown at once, also for a server that starts late. */
export function createPortMaker(
  options: McpPoolOptions,
  shared: Omit<McpPortContext, "principal">,
): PortMaker {
  checkStartOptions(options);
  return (config, principal) => {
    const factory = options.factories[config.kind] as McpTransportFactory;
    const make = (): McpTransportPort => factory(config, { ...shared, principal });
    const first = make();
    const rest = restOf(config.serverId, options);
    if (rest === undefined) return first;
    const catalog = createCatalogStore(shared.store, config, principal, shared.extensions);
    return createRestingPort({ first, make, catalog, clock: shared.clock, ...rest });
  };
}
