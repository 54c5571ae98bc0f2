import type { Clock, McpEventHub, McpQuarantinedTool, McpTool } from "@x/mcp-core";
import { compareCatalogs } from "./catalog-change.ts";
import type { CatalogStore, ServerCatalog } from "./catalog-store.ts";

/** What is known of a server's tools, whether it runs or not. */
export interface KnownCatalog {
  readonly quarantined: readonly McpQuarantinedTool[];
  /** What it listed last, in this program or before; undefined where nothing is known. */
  recall(signal: AbortSignal | undefined): Promise<readonly McpTool[] | undefined>;
  /** Takes in a list, tells what is different, and has it remembered. */
  learn(catalog: ServerCatalog): void;
}

/** Makes the knowledge of one server. */
export function createKnownCatalog(
  store: CatalogStore,
  hub: McpEventHub,
  clock: Clock,
  serverId: string,
): KnownCatalog {
  let known: ServerCatalog | undefined;
  const remember = async (catalog: ServerCatalog): Promise<void> => {
    try {
      await store.write(catalog);
    } catch (error) {
      const why = error instanceof Error ? error.name : "unknown error";
      const message = `The tools of server "${serverId}" could not be remembered (${why}); it will be started to list them.`;
      hub.emit({ type: "warning", serverId, at: clock.now(), code: "catalog-not-stored", message });
    }
  };
  return {
    get quarantined() {
      return known?.quarantined ?? [];
    },
    async recall(signal) {
      known ??= await store.read(signal);
      return known?.tools;
    },
    learn(catalog) {
      const { added, removed, changed } = compareCatalogs(known?.tools ?? [], catalog.tools);
      known = catalog;
      if (added.length + removed.length + changed.length > 0)
        hub.emit({ type: "tools", serverId, at: clock.now(), added, removed, changed });
      void remember(catalog);
    },
  };
}
