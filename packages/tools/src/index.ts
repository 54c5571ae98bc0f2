export { defineTool, type LocalTool, type LocalToolBase, type ParsedLocalTool } from "./define-tool.ts";
export {
  createHarnessTools,
  type HarnessTools,
  type HarnessToolsOptions,
} from "./harness/create-harness-tools.ts";
export type {
  HarnessAuth,
  HarnessInstall,
  HarnessSecret,
  HarnessToolBase,
  HarnessToolDeclaration,
  McpHttpTool,
  McpStdioTool,
} from "./harness/harness-declaration.ts";
export {
  type McpToolRegistration,
  type RegisterMcpToolsOptions,
  registerMcpTools,
} from "./registration/register-mcp-tools.ts";
export type { ToolFilterOptions } from "./registration/tool-filter.ts";
export type { ToolNameStyle } from "./registration/tool-naming.ts";
export { createToolRegistry } from "./registry/create-tool-registry.ts";
export type { ToolRegistryPort } from "./registry/tool-registry-port.ts";
export type { ToolCallOptions, ToolDefinition } from "./tool-definition.ts";
