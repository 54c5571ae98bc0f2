import { type FormattableTool, formatTools } from "../format/format-tools.ts";
import { brokenRules } from "../format/provider-rule.ts";
import type { FormattedTools } from "../format/tool-format-report.ts";
import { openAiRules } from "./openai-rules.ts";
import type { OpenAiChatTool, OpenAiResponsesTool } from "./openai-tool.ts";

/** Options of the OpenAI formats. */
export interface OpenAiToolsOptions {
  /**
   * `auto`: strict where the schema has a strict form that hides no value the tool takes. `off`: never.
   * Default `off`: optional properties then stay optional.
   */
  readonly strict?: "auto" | "off";
  /** Longest description, of a tool and inside its schema. Default 8,192. */
  readonly maxDescriptionBytes?: number;
}

/** Tools for the Responses API. Nothing of the provider's SDK is loaded. */
export function toOpenAiResponsesTools(
  tools: Iterable<FormattableTool>,
  options: OpenAiToolsOptions = {},
): FormattedTools<OpenAiResponsesTool> {
  const { strict = "off", maxDescriptionBytes = 8192 } = options;
  return formatTools<OpenAiResponsesTool>(tools, {
    maxDescriptionBytes,
    target: {
      inlineReferences: false,
      legalKeys: false,
      portablePatterns: true,
      strict: strict === "auto",
      maxTextBytes: maxDescriptionBytes,
    },
    make: ({ name }, { schema, strict: isStrict }, description) => ({
      type: "function",
      name,
      ...(description === undefined ? {} : { description }),
      parameters: schema,
      strict: isStrict,
    }),
    check: (tool) => brokenRules(tool, openAiRules),
  });
}

/** Tools for the Chat Completions API. Nothing of the provider's SDK is loaded. */
export function toOpenAiChatTools(
  tools: Iterable<FormattableTool>,
  options: OpenAiToolsOptions = {},
): FormattedTools<OpenAiChatTool> {
  const formatted = toOpenAiResponsesTools(tools, options);
  return {
    ...formatted,
    tools: formatted.tools.map(({ type, strict, ...rest }) => ({
      type,
      function: { ...rest, ...(strict ? { strict } : {}) },
    })),
  };
}
