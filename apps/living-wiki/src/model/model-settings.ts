/** Which model answers, as the environment says. */
export type ModelSettings =
  | { readonly provider: "planner" }
  | {
      readonly provider: "anthropic";
      readonly apiKey: string;
      readonly model: string;
      readonly baseUrl?: string;
    }
  | {
      readonly provider: "openai" | "openai-compatible";
      readonly apiKey: string | undefined;
      readonly model: string;
      readonly baseUrl: string;
    };

type Variables = Readonly<Record<string, string | undefined>>;

/** What to set, for who wants a model of a provider. */
export const modelHowTo: readonly string[] = [
  "ANTHROPIC_API_KEY=…",
  "OPENAI_API_KEY=…",
  "OPENAI_BASE_URL=http://127.0.0.1:11434/v1",
  "LIVING_WIKI_MODEL=…",
];

const openAiUrl = "https://api.openai.com/v1";
const defaultModels = { anthropic: "claude-sonnet-4-5", openai: "gpt-5-mini" } as const;

/**
 * Chooses the model: `LIVING_WIKI_MODEL` names one, `ANTHROPIC_API_KEY` or `OPENAI_API_KEY` brings its provider,
 * `OPENAI_BASE_URL` any server that speaks as OpenAI does, with or without a key. Without any of them the planner.
 *
 * @throws Error where a server is named without a model, which no default can know.
 */
export function readModelSettings(variables: Variables): ModelSettings {
  const get = (name: string): string | undefined => variables[name]?.trim() || undefined;
  const model = get("LIVING_WIKI_MODEL");
  if (model === "planner") return { provider: "planner" };
  const baseUrl = get("OPENAI_BASE_URL");
  const openAiKey = get("OPENAI_API_KEY");
  const anthropicKey = get("ANTHROPIC_API_KEY");
  const wantsOpenAi = baseUrl !== undefined || openAiKey !== undefined;
  if (anthropicKey !== undefined && !(wantsOpenAi && model !== undefined && !model.startsWith("claude"))) {
    const url = get("ANTHROPIC_BASE_URL");
    return {
      provider: "anthropic",
      apiKey: anthropicKey,
      model: model ?? defaultModels.anthropic,
      ...(url === undefined ? {} : { baseUrl: url }),
    };
  }
  if (!wantsOpenAi) return { provider: "planner" };
  const own = baseUrl !== undefined && baseUrl.replace(/\/$/, "") !== openAiUrl;
  if (own && model === undefined)
    throw new Error(
      "OPENAI_BASE_URL is set, and no model. Set LIVING_WIKI_MODEL to the name of one it serves.",
    );
  return {
    provider: own ? "openai-compatible" : "openai",
    apiKey: openAiKey,
    model: model ?? defaultModels.openai,
    baseUrl: baseUrl ?? openAiUrl,
  };
}
