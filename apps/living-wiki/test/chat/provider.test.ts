import { newerNode } from "@x/tooling/real-parts";
import { afterEach, describe, expect, test } from "vitest";
import type { ChatLoop } from "../../src/chat/chat-loop.ts";
import type { ChatEvent } from "../../src/contract/chat.ts";
import { readModelSettings } from "../../src/model/model-settings.ts";
import { openModel } from "../../src/model/open-model.ts";
import type { Wiki } from "../../src/open-wiki.ts";
import {
  type OpenAiStub,
  type StubAnswer,
  type StubRequest,
  startOpenAiStub,
  toolCall,
} from "../fixtures/openai-stub.ts";
import { scripted } from "../fixtures/test-servers.ts";
import { testWiki } from "../fixtures/test-wiki.ts";
import { textOf, toolsOf, turnOf } from "../fixtures/turns.ts";

let stub: OpenAiStub | undefined;
let wiki: Wiki | undefined;

afterEach(async () => {
  await wiki?.[Symbol.asyncDispose]();
  await stub?.[Symbol.asyncDispose]();
});

async function withModel(
  answer: (request: StubRequest, index: number) => StubAnswer,
  loop?: () => Promise<ChatLoop>,
): Promise<{ readonly stub: OpenAiStub; readonly wiki: Wiki }> {
  stub = await startOpenAiStub(answer);
  const settings = readModelSettings({
    OPENAI_BASE_URL: stub.baseUrl,
    OPENAI_API_KEY: "key-canary",
    LIVING_WIKI_MODEL: "stub-1",
  });
  wiki = await testWiki({
    model: await openModel(settings),
    servers: [scripted("plain", "normal")],
    ...(loop === undefined ? {} : { loop }),
  });
  await wiki.fleet.connect();
  await expect.poll(() => wiki?.tools.registry.get("plain__echo")).toBeDefined();
  return { stub, wiki };
}

const readThenSay = (_: StubRequest, index: number): StubAnswer =>
  index === 0
    ? {
        deltas: [
          { reasoning_content: "I should " },
          { reasoning_content: "read it." },
          { content: "Let me look. " },
          ...toolCall("call_1", "wiki__read", { page: "Tides" }),
        ],
        finish: "tool_calls",
      }
    : { deltas: [{ content: "Tides " }, { content: "come and go." }] };

describe("a model of a provider", () => {
  test("streams reasoning, text, arguments and answers, step by step", async () => {
    const { stub, wiki } = await withModel(readThenSay);
    const events: ChatEvent[] = [];
    wiki.chat.on((event) => events.push(event));
    const turn = await turnOf(wiki, { text: "What are tides?", page: "home.md" });
    expect(turn).toMatchObject({ state: "done", usage: { inputTokens: 22, outputTokens: 14 } });
    expect(turn.parts.map(({ type }) => type)).toEqual(["reasoning", "text", "tool", "text"]);
    expect(turn.parts[0]).toMatchObject({ text: "I should read it." });
    expect(textOf(turn)).toBe("Let me look. \nTides come and go.");
    const deltas = events.flatMap((event) => (event.kind === "delta" ? [event.text] : []));
    expect(deltas).toContain("come and go.");
    expect(deltas.join("")).toContain('"Tides"}');

    const [first, second] = stub.requests;
    expect(first?.authorization).toBe("Bearer key-canary");
    expect(first?.body.model).toBe("stub-1");
    expect(first?.body.tools?.map((tool) => tool.function.name)).toEqual(
      expect.arrayContaining(["wiki__search", "wiki__read", "wiki__write", "ask_user", "plain__echo"]),
    );
    expect(JSON.stringify(first?.body.messages)).toContain("home.md");
    expect(second?.body.messages.at(-1)).toMatchObject({ role: "tool", tool_call_id: "call_1" });
    expect(JSON.stringify(second?.body.messages.at(-1))).toContain("spring tide");
  });

  test("remembers what was said, and its key is nowhere the page could see", async () => {
    const { stub, wiki } = await withModel(readThenSay);
    await turnOf(wiki, "What are tides?");
    await turnOf(wiki, "And bread?");
    const said = stub.requests.at(-1)?.body.messages ?? [];
    expect(said.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
    ]);
    expect(JSON.stringify([wiki.chat.view, wiki.drawio.view])).not.toContain("key-canary");
    expect(wiki.chat.view.model).toEqual({ provider: "openai-compatible", model: "stub-1", label: "stub-1" });
  });

  test("may reuse its ids of calls: each card of the transcript has its own", async () => {
    const { wiki } = await withModel((_, index) => readThenSay(_, index % 2));
    const one = await turnOf(wiki, "one");
    const two = await turnOf(wiki, "two");
    const ids = [one, two].flatMap((turn) => toolsOf(turn).map(({ callId }) => callId));
    expect(new Set(ids).size).toBe(2);
    expect(toolsOf(two)[0]?.state).toBe("done");
  });

  test("is asked for approval, and can ask the person", async () => {
    const { wiki } = await withModel((_, index) => {
      if (index === 0)
        return { deltas: toolCall("a", "ask_user", { question: "Which word?" }), finish: "tool_calls" };
      if (index === 1)
        return { deltas: toolCall("b", "plain__echo", { text: "salt" }), finish: "tool_calls" };
      return { deltas: [{ content: "Done." }] };
    });
    const turn = await turnOf(wiki, "Echo something", { answer: () => ({ answer: "salt" }) });
    expect(turn.parts.map(({ type }) => type)).toEqual(["question", "tool", "text"]);
    expect(turn.parts[0]).toMatchObject({
      text: "Which word?",
      state: "answered",
      values: { answer: "salt" },
    });
    expect(toolsOf(turn)[0]).toMatchObject({ tool: "plain__echo", state: "done" });
  });

  test("that calls what is not there, or writes no JSON, is told so and goes on", async () => {
    const { stub, wiki } = await withModel((_, index) => {
      if (index === 0) return { deltas: toolCall("a", "nobody__nothing", {}), finish: "tool_calls" };
      if (index === 1)
        return {
          deltas: [
            {
              tool_calls: [
                { index: 0, id: "b", type: "function", function: { name: "wiki__read", arguments: "{oh" } },
              ],
            },
          ],
          finish: "tool_calls",
        };
      return { deltas: [{ content: "Sorry." }] };
    });
    const turn = await turnOf(wiki, "Go");
    expect(turn.state).toBe("done");
    expect(toolsOf(turn).map(({ state }) => state)).toEqual(["failed", "failed"]);
    expect(textOf(turn)).toBe("Sorry.");
    expect(stub.requests).toHaveLength(3);
  });

  test.each([
    [401, "model_auth"],
    [404, "model_failed"],
    [429, "model_rate_limited"],
    [500, "model_failed"],
  ])("whose server answers %i fails with %s and what to do", async (status, code) => {
    const { wiki } = await withModel(() => ({ status }));
    const turn = await turnOf(wiki, "Hello");
    expect(turn.state).toBe("failed");
    expect(turn.parts).toEqual([
      expect.objectContaining({ type: "error", error: expect.objectContaining({ code, status }) }),
    ]);
    expect(JSON.stringify(turn)).not.toContain("key-canary");
  });

  test("whose server is gone is said to be unreachable, and the chat goes on", async () => {
    const { stub, wiki } = await withModel(readThenSay);
    await stub[Symbol.asyncDispose]();
    const turn = await turnOf(wiki, "Hello");
    expect(turn.parts).toMatchObject([{ type: "error", error: { code: "model_unreachable" } }]);
    expect((await turnOf(wiki, "Again")).state).toBe("failed");
  });

  test("that never ends is cancelled, what it said stays, and its request is given up", async () => {
    const { stub, wiki } = await withModel(() => ({ deltas: [{ content: "One, two" }], hold: true }));
    wiki.chat.on((event) => {
      if (event.kind === "part" && event.part.type === "text") wiki.chat.cancel();
    });
    const turn = await turnOf(wiki, "Count");
    expect(turn.state).toBe("cancelled");
    expect(textOf(turn)).toBe("One, two");
    await stub.abandoned;
  });

  test("that only ever calls tools is stopped", async () => {
    const { stub, wiki } = await withModel((_, index) => ({
      deltas: toolCall(`c${index}`, "wiki__search", { query: "tide" }),
      finish: "tool_calls",
    }));
    const turn = await turnOf(wiki, "Loop");
    expect(turn.state).toBe("failed");
    expect(turn.parts.at(-1)).toMatchObject({ type: "error", error: { code: "too_many_steps" } });
    expect(stub.requests).toHaveLength(16);
  });
});

describe.skipIf(!newerNode(22))("the AI SDK 7 (needs Node 22)", () => {
  const loop = async (): Promise<ChatLoop> => (await import("ai-v7")) as unknown as ChatLoop;

  test("runs the same conversation with a provider's model", async () => {
    const { wiki } = await withModel(readThenSay, loop);
    const turn = await turnOf(wiki, "What are tides?");
    expect(turn.state).toBe("done");
    expect(textOf(turn)).toContain("Tides come and go.");
    expect(toolsOf(turn)[0]).toMatchObject({ tool: "wiki__read", state: "done" });
  });

  test("runs the planner", async () => {
    wiki = await testWiki({ loop });
    const turn = await turnOf(wiki, "Summarise Tides");
    expect(textOf(turn)).toContain("spring tide");
  });
});

describe("which model answers", () => {
  test.each([
    [{}, { provider: "planner" }],
    [{ OPENAI_API_KEY: " " }, { provider: "planner" }],
    [{ OPENAI_API_KEY: "k" }, { provider: "openai", baseUrl: "https://api.openai.com/v1" }],
    [{ ANTHROPIC_API_KEY: "k" }, { provider: "anthropic", apiKey: "k" }],
    [
      { ANTHROPIC_API_KEY: "k", LIVING_WIKI_MODEL: "claude-x" },
      { provider: "anthropic", model: "claude-x" },
    ],
    [
      { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "o", LIVING_WIKI_MODEL: "gpt-x" },
      { provider: "openai", model: "gpt-x" },
    ],
    [
      { OPENAI_BASE_URL: "http://127.0.0.1:1/v1", LIVING_WIKI_MODEL: "m" },
      { provider: "openai-compatible", model: "m", apiKey: undefined },
    ],
    [{ OPENAI_API_KEY: "k", LIVING_WIKI_MODEL: "planner" }, { provider: "planner" }],
  ])("%j", (variables, settings) => {
    expect(readModelSettings(variables)).toMatchObject(settings);
  });

  test("a server of one's own needs the name of a model", () => {
    expect(() => readModelSettings({ OPENAI_BASE_URL: "http://127.0.0.1:1/v1" })).toThrow(
      /LIVING_WIKI_MODEL/,
    );
  });

  test("Anthropic's is made without asking anybody", async () => {
    const model = await openModel(readModelSettings({ ANTHROPIC_API_KEY: "key-canary" }));
    expect(model.view.provider).toBe("anthropic");
    expect(JSON.stringify(model.view)).not.toContain("key-canary");
  });
});
