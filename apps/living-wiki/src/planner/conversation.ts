import type { LanguageModelV3CallOptions, LanguageModelV3FunctionTool } from "@ai-sdk/provider";
import { plannerOptionsKey } from "../chat/user-message.ts";

/** A call that has its answer. */
export interface DoneCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Its text; of an object its JSON. */
  readonly text: string;
  readonly isError: boolean;
}

/** What the planner knows when it decides about its next step. */
export interface Conversation {
  /** What the person said last. */
  readonly text: string;
  /** The page that is looked at. */
  readonly page: string | undefined;
  /** The tool that draws diagrams. */
  readonly drawingTool: string | undefined;
  /** Calls since then, in their order. */
  readonly done: readonly DoneCall[];
  /** Before that, in their order: calls, and what the planner said. */
  readonly earlier: readonly (DoneCall | string)[];
  readonly tools: readonly LanguageModelV3FunctionTool[];
}

/** Reads a prompt of the AI SDK. */
export function readConversation({ prompt, tools = [] }: LanguageModelV3CallOptions): Conversation {
  const last = prompt.findLastIndex(({ role }) => role === "user");
  const asked = prompt[last];
  const notes = asked?.providerOptions?.[plannerOptionsKey] ?? {};
  const inputs = inputsOf(prompt);
  const text = asked?.role === "user" ? asked.content.find((part) => part.type === "text")?.text : undefined;
  return {
    text: (text ?? "").trim(),
    page: typeof notes.page === "string" ? notes.page : undefined,
    drawingTool: typeof notes.drawingTool === "string" ? notes.drawingTool : undefined,
    done: callsOf(prompt.slice(last + 1), inputs),
    earlier: prompt
      .slice(0, Math.max(last, 0))
      .flatMap((message) => [...callsOf([message], inputs), ...textsOf(message)]),
    tools: tools.filter((tool) => tool.type === "function"),
  };
}

type Prompt = LanguageModelV3CallOptions["prompt"];
type Inputs = ReadonlyMap<string, DoneCall["input"]>;

/** What each call was made with. */
function inputsOf(prompt: Prompt): Inputs {
  const calls = prompt.flatMap((message) =>
    message.role === "assistant" ? message.content.filter((part) => part.type === "tool-call") : [],
  );
  return new Map(calls.map(({ toolCallId, input }) => [toolCallId, toInput(input)]));
}

function textsOf(message: Prompt[number]): readonly string[] {
  return message.role === "assistant"
    ? message.content.flatMap((part) => (part.type === "text" ? [part.text] : []))
    : [];
}

function callsOf(prompt: Prompt, inputs: Inputs): readonly DoneCall[] {
  return prompt.flatMap((message) =>
    message.role === "tool"
      ? message.content
          .filter((part) => part.type === "tool-result")
          .map(({ toolName, toolCallId, output }) => ({
            tool: toolName,
            input: inputs.get(toolCallId) ?? {},
            ...outputOf(output),
          }))
      : [],
  );
}

/** The answer of a local tool, which is JSON. */
export function jsonOf(call: DoneCall | undefined): Readonly<Record<string, unknown>> {
  return call === undefined || call.isError ? {} : toInput(call.text);
}

function toInput(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === "string") {
    try {
      return toInput(JSON.parse(value));
    } catch {
      return {}; // no JSON, so no values
    }
  }
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

type ToolOutput = Extract<
  Extract<LanguageModelV3CallOptions["prompt"][number], { role: "tool" }>["content"][number],
  { type: "tool-result" }
>["output"];

function outputOf(output: ToolOutput): Pick<DoneCall, "text" | "isError"> {
  switch (output.type) {
    case "text":
      return { text: output.value, isError: false };
    case "error-text":
      return { text: output.value, isError: true };
    case "json":
    case "error-json":
      return { text: JSON.stringify(output.value), isError: output.type === "error-json" };
    case "content": {
      const texts = output.value.flatMap((part) => (part.type === "text" ? [part.text] : []));
      return { text: texts.join("\n"), isError: texts[0] === "Error:" };
    }
    default:
      return { text: "It was not allowed.", isError: true };
  }
}
