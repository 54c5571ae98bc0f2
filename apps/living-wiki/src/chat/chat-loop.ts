import type { ModelMessage, stepCountIs, streamText } from "ai";

/** What of the AI SDK runs the loop; 6 by itself, 7 in a test. */
export interface ChatLoop {
  readonly streamText: typeof streamText;
  readonly stepCountIs: typeof stepCountIs;
}

/** Loads the AI SDK. */
export async function loadChatLoop(): Promise<ChatLoop> {
  const { streamText, stepCountIs } = await import("ai");
  return { streamText, stepCountIs };
}

/** A message as models are given it. */
export type ChatMessage = ModelMessage;
