import { type McpServerConfig, stableHash } from "@x/mcp-core";

/** What has to happen so that the servers become those of another configuration. */
export interface ChangePlan {
  /** Ids that are no longer declared. */
  readonly removed: readonly string[];
  /** Declared otherwise than before. */
  readonly changed: readonly McpServerConfig[];
  readonly added: readonly McpServerConfig[];
}

/** Compares declarations by value: the order of their keys means nothing. */
export function planChanges(
  current: ReadonlyMap<string, McpServerConfig>,
  next: readonly McpServerConfig[],
): ChangePlan {
  const wanted = new Set(next.map(({ serverId }) => serverId));
  const changed: McpServerConfig[] = [];
  const added: McpServerConfig[] = [];
  for (const config of next) {
    const known = current.get(config.serverId);
    if (known === undefined) added.push(config);
    else if (stableHash(known) !== stableHash(config)) changed.push(config);
  }
  return { removed: [...current.keys()].filter((serverId) => !wanted.has(serverId)), changed, added };
}
