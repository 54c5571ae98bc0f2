import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from "@ai-sdk/provider";
import type { ChatModel } from "../model/chat-model.ts";
import { modelHowTo } from "../model/model-settings.ts";
import { plannerCommands } from "./commands.ts";
import { readConversation } from "./conversation.ts";
import { type PlanStep, planStep } from "./plan-step.ts";

const provider = "living-wiki";
const modelId = "planner";

/** The planner as the chat's model. */
export function plannerChatModel(): ChatModel {
  return {
    view: {
      provider: "planner",
      model: modelId,
      label: "built-in planner",
      commands: plannerCommands,
      howTo: modelHowTo,
    },
    model: plannerModel(),
  };
}

/**
 * A small planner in the place of a language model (AI SDK, specification v3): it reads words and commands, finds
 * tools, and takes arguments from schemas. It works offline, and the same question has the same answer.
 */
function plannerModel(): LanguageModelV3 {
  return {
    specificationVersion: "v3",
    provider,
    modelId,
    supportedUrls: {},
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const step = planStep(readConversation(options));
      return {
        content: contentOf(step, callId(options)),
        finishReason: finishOf(step),
        usage,
        warnings: [],
      };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      const parts = streamOf(planStep(readConversation(options)), callId(options));
      return { stream: ReadableStream.from(parts) as ReadableStream<LanguageModelV3StreamPart> };
    },
  };
}

/** It counts no tokens. */
const usage: LanguageModelV3Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

function finishOf({ call }: PlanStep): LanguageModelV3FinishReason {
  return { unified: call === undefined ? "stop" : "tool-calls", raw: undefined };
}

/** Each message of a prompt is one more, so no two steps of a conversation have the same. */
function callId({ prompt }: LanguageModelV3CallOptions): string {
  return `plan-${prompt.length}`;
}

function contentOf({ say, call }: PlanStep, toolCallId: string): LanguageModelV3Content[] {
  return [
    ...(say === undefined ? [] : [{ type: "text" as const, text: say }]),
    ...(call === undefined
      ? []
      : [{ type: "tool-call" as const, toolCallId, toolName: call.tool, input: JSON.stringify(call.input) }]),
  ];
}

function* streamOf({ say, call }: PlanStep, id: string): Generator<LanguageModelV3StreamPart> {
  yield { type: "stream-start", warnings: [] };
  if (say !== undefined) {
    yield { type: "text-start", id };
    for (const delta of say.match(/\S+\s*|\s+/g) ?? []) yield { type: "text-delta", id, delta };
    yield { type: "text-end", id };
  }
  if (call !== undefined) {
    const input = JSON.stringify(call.input);
    yield { type: "tool-input-start", id, toolName: call.tool };
    yield { type: "tool-input-delta", id, delta: input };
    yield { type: "tool-input-end", id };
    yield { type: "tool-call", toolCallId: id, toolName: call.tool, input };
  }
  yield { type: "finish", usage, finishReason: finishOf({ ...(call === undefined ? {} : { call }) }) };
}
