import type { ToolDefinition, ToolRegistryPort } from "@x/tools";
import { type AiSdkOutput, toAiSdkTools } from "@x/tools/ai-sdk";
import type { TextStreamPart, ToolSet } from "ai";
import { askToolName } from "../agent/ask-tool.ts";
import type { ErrorView } from "../contract/error-view.ts";
import type { ChatModel } from "../model/chat-model.ts";
import type { ChatLoop, ChatMessage } from "./chat-loop.ts";
import { modelErrorView } from "./model-error-view.ts";
import { systemPrompt } from "./system-prompt.ts";
import { toolFacts } from "./tool-facts.ts";
import type { TurnLog } from "./turn-log.ts";

/** What a turn runs with. */
export interface RunTurnOptions {
  readonly loop: ChatLoop;
  readonly model: ChatModel;
  readonly registry: ToolRegistryPort;
  /** The conversation up to and with what the person said. */
  readonly messages: readonly ChatMessage[];
  readonly log: TurnLog;
  readonly signal: AbortSignal;
}

/** How a turn ended. */
export interface TurnEnd {
  readonly state: "done" | "failed" | "cancelled";
  readonly messages: readonly ChatMessage[];
}

/** A turn that goes on for longer is going in circles. */
const maxSteps = 16;
/** So much of one result goes to a model; the person sees all of it. */
const maxOutputChars = 60_000;

/**
 * Runs the AI SDK's loop until the model has said what it has to say, and writes every piece into the turn. Resolves
 * with how it ended and the messages that came of it; a failure of the model is a part of the turn.
 */
export async function runTurn(options: RunTurnOptions): Promise<TurnEnd> {
  const { loop, model, registry, messages, log, signal } = options;
  const { tools } = toAiSdkTools(registry, { tools: registry.list().filter(isForModels) });
  const made: ChatMessage[] = [];
  const fail = (error: ErrorView): void =>
    log.put({ type: "error", partId: `error-${log.turn.parts.length}`, error });
  const result = loop.streamText({
    model: model.model,
    system: systemPrompt,
    messages: [...messages],
    tools: bounded(tools),
    stopWhen: loop.stepCountIs(maxSteps),
    abortSignal: signal,
    maxRetries: 1,
    onError: () => undefined, // told by the stream, too
    onStepFinish: ({ response }) => {
      // Each step tells all messages so far; after a cancel the last complete ones are kept.
      made.splice(0, made.length, ...response.messages);
    },
  });
  let step = 0;
  let finish: string | undefined;
  let failed = false;
  try {
    for await (const part of result.fullStream) {
      if (part.type === "start-step") step += 1;
      if (part.type === "error") {
        failed = true;
        fail(modelErrorView(part.error));
      }
      if (part.type === "finish") finish = part.finishReason;
      writePart(log, registry, part, step);
    }
  } catch (error) {
    if (!signal.aborted) {
      failed = true;
      fail(modelErrorView(error));
    }
  }
  if (signal.aborted) return { state: "cancelled", messages: made };
  if (finish === "tool-calls") {
    failed = true;
    const message = `The model has called tools ${maxSteps} times without an answer. Say more precisely what is wanted.`;
    fail({ name: "ModelError", code: "too_many_steps", message });
  }
  return { state: failed ? "failed" : "done", messages: made };
}

/** A piece of the stream as a piece of the turn. What calls come to is told by the registry. */
function writePart(
  log: TurnLog,
  registry: Pick<ToolRegistryPort, "get">,
  part: TextStreamPart<ToolSet>,
  step: number,
): void {
  switch (part.type) {
    case "text-delta":
      if (part.text !== "") log.grow("text", `text-${step}-${part.id}`, part.text);
      return;
    case "reasoning-delta":
      if (part.text !== "") log.grow("reasoning", `reasoning-${step}-${part.id}`, part.text);
      return;
    case "tool-input-start":
      if (part.toolName !== askToolName)
        log.put({
          type: "tool",
          partId: log.callId(part.id),
          callId: log.callId(part.id),
          ...toolFacts(part.toolName, registry.get(part.toolName)),
          state: "input",
          startedAt: Date.now(),
        });
      return;
    case "tool-input-delta":
      log.growArguments(log.callId(part.id), part.delta);
      return;
    case "tool-error":
      // The SDK itself refused the call: there is no such tool, or its arguments are no JSON.
      log.changeTool(log.callId(part.toolCallId), {
        state: "failed",
        error: { name: "ToolCallError", code: "bad_call", message: "The model called this tool wrongly." },
      });
      return;
    case "finish":
      log.change({ usage: usageOf(part.totalUsage) });
      return;
    default:
      return;
  }
}

function usageOf(usage: {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}): {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
} {
  const { inputTokens, outputTokens } = usage;
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
}

/** MCP Apps: a tool that names its audience, and models not among it, is for its own views alone. */
function isForModels({ _meta }: ToolDefinition): boolean {
  const ui = _meta?.ui;
  const visibility = typeof ui === "object" && ui !== null && "visibility" in ui ? ui.visibility : undefined;
  return !Array.isArray(visibility) || visibility.includes("model");
}

function bounded(tools: ReturnType<typeof toAiSdkTools>["tools"]): ToolSet {
  const cut = (text: string): string =>
    text.length <= maxOutputChars
      ? text
      : `${text.slice(0, maxOutputChars)}\n[${text.length - maxOutputChars} more characters were left out]`;
  const cutOutput = (output: AiSdkOutput): AiSdkOutput =>
    output.type === "content"
      ? {
          ...output,
          value: output.value.map((one) => (one.type === "text" ? { ...one, text: cut(one.text) } : one)),
        }
      : { ...output, value: cut(output.value) };
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [
      name,
      { ...tool, toModelOutput: (made: { readonly output: unknown }) => cutOutput(tool.toModelOutput(made)) },
    ]),
  );
}
