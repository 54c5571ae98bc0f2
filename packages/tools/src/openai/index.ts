export type { FormattableTool } from "../format/format-tools.ts";
export type { ProviderRule, ProviderRules } from "../format/provider-rule.ts";
export type { FormattedTools, LeftOutTool, ToolFormatReport } from "../format/tool-format-report.ts";
export type { SchemaChange, SchemaChangeKind } from "../schema/schema-change.ts";
export type {
  OpenAiChatMessage,
  OpenAiChatPart,
  OpenAiResponsesItem,
  OpenAiResponsesPart,
} from "./openai-results.ts";
export { toOpenAiChatMessages, toOpenAiResponsesItems } from "./openai-results.ts";
export { openAiRules } from "./openai-rules.ts";
export type { OpenAiChatTool, OpenAiResponsesTool } from "./openai-tool.ts";
export type { OpenAiToolsOptions } from "./to-openai-tools.ts";
export { toOpenAiChatTools, toOpenAiResponsesTools } from "./to-openai-tools.ts";
