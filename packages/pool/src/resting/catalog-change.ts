import { type McpTool, stableJson } from "@x/mcp-core";

/** Names of tools that came, went, and are other than they were. */
export interface CatalogDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** Compares two lists of one server's tools. */
export function compareCatalogs(before: readonly McpTool[], after: readonly McpTool[]): CatalogDifference {
  const known = new Map(before.map((tool) => [tool.name, stableJson(tool)]));
  const now = new Set(after.map(({ name }) => name));
  const changed = after.filter((tool) => known.has(tool.name) && known.get(tool.name) !== stableJson(tool));
  return {
    added: after.filter(({ name }) => !known.has(name)).map(({ name }) => name),
    removed: before.filter(({ name }) => !now.has(name)).map(({ name }) => name),
    changed: changed.map(({ name }) => name),
  };
}
