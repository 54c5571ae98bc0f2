export type { FormattableTool } from "../format/format-tools.ts";
export type { ProviderRule, ProviderRules } from "../format/provider-rule.ts";
export type { FormattedTools, LeftOutTool, ToolFormatReport } from "../format/tool-format-report.ts";
export type { SchemaChange, SchemaChangeKind } from "../schema/schema-change.ts";
export type {
  AnthropicBase64Source,
  AnthropicResultBlock,
  AnthropicToolResult,
} from "./anthropic-results.ts";
export { toAnthropicToolResult } from "./anthropic-results.ts";
export { anthropicRules } from "./anthropic-rules.ts";
export type { AnthropicTool } from "./anthropic-tool.ts";
export type { AnthropicToolsOptions } from "./to-anthropic-tools.ts";
export { toAnthropicTools } from "./to-anthropic-tools.ts";
