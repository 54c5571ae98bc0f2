import type { McpToolResult } from "@x/mcp-core";
import { anthropicRules } from "../anthropic/anthropic-rules.ts";
import { answerToolCall } from "../format/answer-tool-call.ts";
import { type FormattableTool, formatTools } from "../format/format-tools.ts";
import { brokenRules } from "../format/provider-rule.ts";
import type { FormattedTools } from "../format/tool-format-report.ts";
import type { ToolRegistryPort } from "../registry/tool-registry-port.ts";
import { type AiSdkOutput, toAiSdkOutput } from "./ai-sdk-output.ts";
import { type AiSdkSchema, aiSdkSchema } from "./ai-sdk-schema.ts";

/** A tool of the AI SDK (6 and 7), as its `generateText` and `streamText` take it. */
export interface AiSdkTool {
  readonly type: "dynamic";
  readonly description?: string;
  readonly title?: string;
  readonly inputSchema: AiSdkSchema;
  /** Resolves with the whole result; every failure but the caller's abort is one. */
  execute(
    input: unknown,
    options: { readonly toolCallId: string; readonly abortSignal?: AbortSignal | undefined },
  ): Promise<McpToolResult>;
  /** What of the result the model gets. */
  toModelOutput(options: { readonly output: unknown }): AiSdkOutput;
}

/** Options of {@link toAiSdkTools}. */
export interface AiSdkToolsOptions {
  /** Which of the registry's tools. Default: all. */
  readonly tools?: Iterable<FormattableTool>;
  /** Longest description, of a tool and inside its schema. Default 8,192. */
  readonly maxDescriptionBytes?: number;
}

/** The tools of a registry for the AI SDK. */
export interface AiSdkTools extends Omit<FormattedTools<AiSdkTool>, "tools"> {
  /** By name, as `generateText({ tools })` takes them. */
  readonly tools: Record<string, AiSdkTool>;
}

/**
 * The tools of a registry as the AI SDK takes them, 6 and 7 alike; nothing of the SDK is loaded. Schemas are in the
 * form that every provider behind it takes: a plain object at the root, no references, legal names.
 */
export function toAiSdkTools(registry: ToolRegistryPort, options: AiSdkToolsOptions = {}): AiSdkTools {
  const { maxDescriptionBytes = 8192 } = options;
  const formatted: FormattedTools<AiSdkTool> = formatTools<AiSdkTool>(options.tools ?? registry.list(), {
    maxDescriptionBytes,
    target: {
      inlineReferences: true,
      legalKeys: true,
      portablePatterns: false,
      strict: false,
      maxTextBytes: maxDescriptionBytes,
    },
    make: ({ name, title }, { schema }, description) => ({
      type: "dynamic",
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      inputSchema: aiSdkSchema(schema),
      execute: (input, { toolCallId, abortSignal }) =>
        answerToolCall(
          registry,
          formatted,
          { name, toolCallId, arguments: input },
          abortSignal === undefined ? {} : { signal: abortSignal },
        ),
      toModelOutput: ({ output }) => toAiSdkOutput(output as McpToolResult),
    }),
    // What the strictest of the providers takes, all of them take; the name is the key, and checked by the registry.
    check: ({ inputSchema }) => {
      const schema = inputSchema["~standard"].jsonSchema.input() as { readonly type: "object" };
      return brokenRules({ name: "tool", input_schema: schema }, anthropicRules);
    },
  });
  const named = formatted.reports.map(
    ({ name }, index) => [name, formatted.tools[index] as AiSdkTool] as const,
  );
  const { leftOut, reports, readArguments } = formatted;
  return { leftOut, reports, readArguments, tools: Object.fromEntries(named) };
}
