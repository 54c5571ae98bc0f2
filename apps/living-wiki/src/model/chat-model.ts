import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { ModelView } from "../contract/chat.ts";

/** Who answers in the chat: a model of the AI SDK, and what people are told of it. */
export interface ChatModel {
  readonly view: ModelView;
  readonly model: LanguageModelV3;
}
