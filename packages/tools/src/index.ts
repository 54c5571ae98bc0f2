export { type MemoryResultStoreOptions, memoryResultStore } from "./budget/memory-result-store.ts";
export { type ResultReaderOptions, resultReaderTool } from "./budget/result-reader-tool.ts";
export type { ResultStore } from "./budget/result-store.ts";
export { resultText } from "./budget/result-text.ts";
export { type ResultBudgetOptions, withResultBudget } from "./budget/with-result-budget.ts";
export { decoratePort, type PortOverrides } from "./decorator/decorate-port.ts";
export { defineTool, type LocalTool, type LocalToolBase, type ParsedLocalTool } from "./define-tool.ts";
export { answerToolCall, type ModelToolCall } from "./format/answer-tool-call.ts";
export { errorResult } from "./format/error-result.ts";
export type { FormattedTools, LeftOutTool, ToolFormatReport } from "./format/tool-format-report.ts";
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
export { joinedText } from "./joined-text.ts";
export type { ApprovalDecision, ApprovalRequest, Approver } from "./policy/approval.ts";
export { checkToolPolicy } from "./policy/check-tool-policy.ts";
export {
  decideTool,
  effectOf,
  type PolicyDecision,
  type ToolEffect,
  type ToolPolicy,
  type ToolPolicyRule,
  type ToolVerdict,
} from "./policy/tool-policy.ts";
export { type PolicyOptions, withApproval, withPolicy } from "./policy/with-policy.ts";
export {
  type McpToolRegistration,
  type RegisterMcpToolsOptions,
  registerMcpTools,
} from "./registration/register-mcp-tools.ts";
export type { ToolFilterOptions } from "./registration/tool-filter.ts";
export type { ToolNameStyle } from "./registration/tool-naming.ts";
export { createToolRegistry } from "./registry/create-tool-registry.ts";
export type { ToolRegistryPort } from "./registry/tool-registry-port.ts";
export type { SchemaChange, SchemaChangeKind } from "./schema/schema-change.ts";
export type { ToolTextChange } from "./text/clean-tool.ts";
export type { ToolCallOptions, ToolDefinition } from "./tool-definition.ts";
