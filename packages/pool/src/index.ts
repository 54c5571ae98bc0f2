export { extractMcpUiResources, type McpUiResource } from "@x/ui-resources";
export type { McpPoolLimits } from "./call-gate.ts";
export { createMcpTransportPool } from "./create-mcp-transport-pool.ts";
export { createMcpTransportPoolFromTransports } from "./create-mcp-transport-pool-from-transports.ts";
export type { McpPoolListing } from "./pool-listing.ts";
export type { McpPoolBaseOptions, McpPoolFromTransportsOptions, McpPoolOptions } from "./pool-options.ts";
export type { McpPooledToolResult } from "./pooled-tool-result.ts";
export type { McpServerSnapshot } from "./server-snapshot.ts";
export type { McpTransportPool } from "./transport-pool.ts";
