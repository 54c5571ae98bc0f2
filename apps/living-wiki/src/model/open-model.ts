import type { ChatModel } from "./chat-model.ts";
import type { ModelSettings } from "./model-settings.ts";

/** Makes the model that settings name. What it needs is loaded now; nothing is sent. */
export async function openModel(settings: ModelSettings): Promise<ChatModel> {
  switch (settings.provider) {
    case "planner": {
      const { plannerChatModel } = await import("../planner/planner-model.ts");
      return plannerChatModel();
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const { apiKey, model, baseUrl } = settings;
      const provider = createAnthropic({ apiKey, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) });
      return { view: { provider: "anthropic", model, label: model }, model: provider(model) };
    }
    default: {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const { provider: name, apiKey, model, baseUrl } = settings;
      const provider = createOpenAICompatible({
        name,
        baseURL: baseUrl,
        includeUsage: true,
        ...(apiKey === undefined ? {} : { apiKey }),
      });
      return { view: { provider: name, model, label: model }, model: provider(model) };
    }
  }
}
