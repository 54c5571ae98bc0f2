export type { McpConfigInput } from "./dialect/config-inputs.ts";
export type { McpConfigDialect } from "./dialect/server-entry.ts";
export type { McpConfigResolvers } from "./expand/config-resolvers.ts";
export { parseMcpAgents, readMcpAgents } from "./mcp-agents.ts";
export type {
  McpConfig,
  McpConfigWarning,
  McpDeclaredServer,
  McpResolvedConfig,
  McpToolSelection,
} from "./mcp-config.ts";
export { parseMcpServersEnv, toMcpServersEnv } from "./mcp-servers-env.ts";
export type { ParseMcpConfigOptions } from "./parse-mcp-config.ts";
export { parseMcpConfig } from "./parse-mcp-config.ts";
export type { ReadMcpConfigOptions } from "./read-mcp-config.ts";
export { readMcpConfig } from "./read-mcp-config.ts";
export type { McpIsolationLevel } from "./schema/isolation-level.ts";
export { mcpServersJsonSchema } from "./schema/mcp-servers-json-schema.ts";
export type {
  McpHttpDeclaration,
  McpSandboxPolicy,
  McpServerDeclaration,
  McpStdioDeclaration,
} from "./server-declaration.ts";
export type { McpConfigFormat } from "./source/read-source.ts";
export type { McpConfigWatcher, WatchMcpConfigOptions } from "./watch/watch-mcp-config.ts";
export { watchMcpConfig } from "./watch/watch-mcp-config.ts";
