import type { ToolDefinition } from "@x/tools";
import { defineTool } from "@x/tools";
import { formSchema, type Questions } from "./questions.ts";

/** The name under which a model asks the person. */
export const askToolName = "ask_user";

/** A tool that asks the person and waits: the model goes on with the answer in the same turn. */
export function askTool(questions: Questions): ToolDefinition {
  return defineTool({
    name: askToolName,
    title: "Ask the person",
    description:
      "Asks the person for something that is missing and waits for the answer. Use it rather than to guess. " +
      "`schema` is a JSON Schema of an object with what is needed; without it the answer is one line of text.",
    inputSchema: {
      type: "object",
      properties: {
        question: { type: "string", description: "What is asked, in one sentence." },
        schema: { type: "object", description: "JSON Schema of the answer, an object with properties." },
        values: { type: "object", description: "Values that the form begins with." },
        tool: { type: "string", description: "The tool that needs the answer." },
      },
      required: ["question"],
    },
    annotations: { readOnlyHint: true },
    async execute({ question, schema, values, tool }, { toolCallId = "", signal }) {
      const answer = await questions.ask(
        {
          questionId: toolCallId,
          text: typeof question === "string" ? question : "What is missing?",
          schema: formSchema(schema),
          ...(isValues(values) ? { values } : {}),
          ...(typeof tool === "string" ? { tool } : {}),
        },
        signal ?? new AbortController().signal,
      );
      return answer === undefined ? { declined: true } : { values: answer };
    },
  });
}

function isValues(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
