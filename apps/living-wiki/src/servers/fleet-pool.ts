import {
  createMcpTransportPool,
  type McpPortContext,
  type McpServerConfig,
  type McpTransportPool,
  type McpTransportPort,
  type StdioServerConfig,
  transportFactories,
} from "@x/mcp";
import type { Sandbox } from "@x/sandbox";
import { uiExtensionCapability } from "@x/ui-resources";

/**
 * An empty pool that tells servers that UI is shown here (MCP Apps). Each stdio server runs in a sandbox of its own,
 * which is known when its declaration comes.
 */
export function createFleetPool(sandboxOf: (serverId: string) => Sandbox | undefined): McpTransportPool {
  const stdio = (config: StdioServerConfig, context: McpPortContext): McpTransportPort =>
    transportFactories({ sandbox: sandboxOf(config.serverId) }).stdio(config, context);
  return createMcpTransportPool<McpServerConfig>(
    { servers: [] },
    { factories: { stdio }, extensions: { ...uiExtensionCapability() } },
  );
}
