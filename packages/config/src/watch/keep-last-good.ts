import type { McpResolvedConfig } from "../mcp-config.ts";
import { printAs } from "../printable.ts";
import { underPolicy } from "../root-policy.ts";
import type { McpServerDeclaration } from "../server-declaration.ts";

/** A new version in which servers that are wrong now are as they were when they were last right. */
export function keepLastGood(
  next: McpResolvedConfig,
  previous: McpResolvedConfig | undefined,
): McpResolvedConfig {
  const broken = new Set(next.errors.map(({ serverId }) => serverId));
  const known = new Set(next.servers.map(({ serverId }) => serverId));
  const { policy } = next;
  // The rule of the file is newer than they are, and holds for them, too.
  const kept = (previous?.servers ?? [])
    .filter(({ serverId }) => broken.has(serverId) && !known.has(serverId))
    .map((declaration) => underPolicy(declaration, policy));
  if (kept.length === 0) return next;
  const servers: readonly McpServerDeclaration[] = [...next.servers, ...kept];
  const result = { servers, policy, errors: next.errors, tools: next.tools };
  return printAs(result, () => ({ ...next.toJSON(), kept: kept.map(({ serverId }) => serverId) }));
}
