export type {
  AuthEvent,
  AuthorizationAnswer,
  AuthorizationPrompt,
  InteractionPort,
  SecretReaders,
} from "@x/auth";
export type { McpAuthConfig, McpAuthInput, OAuth2Config } from "@x/auth/config";
export * from "@x/mcp-core";
export type { HttpTransportOptions } from "@x/mcp-http";
export type { HttpServerConfig } from "@x/mcp-http/config";
export type { StdioInstall, StdioServerConfig } from "@x/mcp-stdio/config";
export type {
  McpPooledToolResult,
  McpPoolFromTransportsOptions,
  McpPoolLimits,
  McpPoolListing,
  McpPoolStartOptions,
  McpServerSnapshot,
  McpServerStatus,
  McpTransportPool,
  McpUiResource,
} from "@x/pool";
export {
  createMcpTransportPoolFromTransports,
  extractMcpUiResources,
  serverStatus,
  uiExtensionCapability,
} from "@x/pool";
export type { IsolationLevel, Sandbox, SandboxErrorCode, SandboxPolicy, SandboxSession } from "@x/sandbox";
export { isSandboxError, SandboxError, SandboxNoExecutorError } from "@x/sandbox/error";
export type {
  ApprovalDecision,
  ApprovalRequest,
  Approver,
  HarnessAuth,
  HarnessInstall,
  HarnessToolDeclaration,
  HarnessTools,
  LocalTool,
  McpHttpTool,
  McpStdioTool,
  McpToolRegistration,
  ParsedLocalTool,
  PolicyOptions,
  RegisterMcpToolsOptions,
  ResultBudgetOptions,
  ResultStore,
  ToolCallOptions,
  ToolDefinition,
  ToolFilterOptions,
  ToolNameStyle,
  ToolPolicy,
  ToolPolicyRule,
  ToolRegistryPort,
  ToolTextChange,
  ToolVerdict,
} from "@x/tools";
export {
  createToolRegistry,
  defineTool,
  joinedText,
  memoryResultStore,
  registerMcpTools,
  resultReaderTool,
  withApproval,
  withPolicy,
  withResultBudget,
} from "@x/tools";
export { agentServerDefaults, withAgentServerDefaults } from "./agent-server-defaults.ts";
export type { McpConnectionState, McpStateChangeHandler } from "./connection-state.ts";
export { createHarnessTools } from "./create-harness-tools.ts";
export { createMcpTransport } from "./create-mcp-transport.ts";
export type { McpPoolConfig, McpPoolTransportOptions } from "./create-mcp-transport-pool.ts";
export { createMcpTransportPool } from "./create-mcp-transport-pool.ts";
export type { DelegatingTransport } from "./delegating-transport.ts";
export type { SandboxOptions } from "./sandbox-options.ts";
export type { McpTransportConfig } from "./server-config.ts";
export type { StdioMcpTransportConfig } from "./stdio-mcp-transport.ts";
export { StdioMcpTransport } from "./stdio-mcp-transport.ts";
export type { StreamableHttpMcpTransportConfig } from "./streamable-http-mcp-transport.ts";
export { StreamableHttpMcpTransport } from "./streamable-http-mcp-transport.ts";
export type { McpTransportFactories } from "./transport-factories.ts";
export { transportFactories } from "./transport-factories.ts";
export type { McpTransportOptions } from "./transport-options.ts";
