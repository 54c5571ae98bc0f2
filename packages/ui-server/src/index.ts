export type { McpViewCallRefusal } from "./call/call-refusal.ts";
export { createMcpViewCallHandler, type McpViewCallHandler } from "./call/create-mcp-view-call-handler.ts";
export type {
  McpViewCall,
  McpViewCallApproval,
  McpViewCallAuditEvent,
  McpViewCallHandlerOptions,
  McpViewCallLimits,
} from "./call/view-call-options.ts";
export type { McpViewServer, McpViewServers, McpViewTool } from "./call/view-server.ts";
export { createMcpSandboxHandler, type McpSandboxHandler } from "./create-mcp-sandbox-handler.ts";
export { type McpNodeListener, toNodeListener } from "./node-listener.ts";
export type { RandomBytes } from "./random.ts";
export type { McpSandboxRefusal } from "./refusal.ts";
export type { McpSandboxAudit, McpSandboxAuditEvent } from "./sandbox-audit.ts";
export type { McpSandboxHandlerOptions, McpSandboxLimits, McpSandboxMode } from "./sandbox-options.ts";
export type {
  McpReadAnswer,
  McpReadItem,
  McpResolveContext,
  McpResolveResource,
  McpSandboxResource,
} from "./sandbox-resource.ts";
export type { McpSandboxThemeContext, McpSandboxThemes } from "./theme/theme.ts";
export type { McpSandboxThemeTokens } from "./theme/theme-tokens.ts";
export type { McpSandboxMintOptions, McpSandboxTarget } from "./token/mint.ts";
export type { McpSandboxSecret } from "./token/signer.ts";
export { McpUiServerError, type McpUiServerErrorCode } from "./ui-server-error.ts";
