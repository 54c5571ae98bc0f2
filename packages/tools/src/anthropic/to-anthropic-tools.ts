import { type FormattableTool, formatTools } from "../format/format-tools.ts";
import { brokenRules } from "../format/provider-rule.ts";
import type { FormattedTools } from "../format/tool-format-report.ts";
import { anthropicRules } from "./anthropic-rules.ts";
import type { AnthropicTool } from "./anthropic-tool.ts";

/** Options of {@link toAnthropicTools}. */
export interface AnthropicToolsOptions {
  /** Longest description, of a tool and inside its schema. Default 8,192. */
  readonly maxDescriptionBytes?: number;
}

/** Tools for the Messages API. Nothing of the provider's SDK is loaded. */
export function toAnthropicTools(
  tools: Iterable<FormattableTool>,
  options: AnthropicToolsOptions = {},
): FormattedTools<AnthropicTool> {
  const { maxDescriptionBytes = 8192 } = options;
  return formatTools<AnthropicTool>(tools, {
    maxDescriptionBytes,
    target: {
      inlineReferences: true,
      legalKeys: true,
      portablePatterns: false,
      strict: false,
      maxTextBytes: maxDescriptionBytes,
    },
    make: ({ name }, { schema }, description) => ({
      name,
      ...(description === undefined ? {} : { description }),
      input_schema: { ...schema, type: "object" },
    }),
    check: (tool) => brokenRules(tool, anthropicRules),
  });
}
