export type { FormattableTool } from "../format/format-tools.ts";
export type { LeftOutTool, ToolFormatReport } from "../format/tool-format-report.ts";
export type { SchemaChange, SchemaChangeKind } from "../schema/schema-change.ts";
export type { AiSdkContent, AiSdkOutput } from "./ai-sdk-output.ts";
export { toAiSdkOutput } from "./ai-sdk-output.ts";
export type { AiSdkSchema } from "./ai-sdk-schema.ts";
export type { AiSdkTool, AiSdkTools, AiSdkToolsOptions } from "./to-ai-sdk-tools.ts";
export { toAiSdkTools } from "./to-ai-sdk-tools.ts";
