import { expect, test } from "vitest";
import type { ChatTurn, ChatView, QuestionPart, ToolPart } from "../../src/contract/chat.ts";
import type { PageEvent } from "../../src/contract/page-event.ts";
import type { ChatApi } from "../../web/src/api/chat-api.ts";
import { readArguments } from "../../web/src/approval/read-arguments.ts";
import { matchingCommands } from "../../web/src/chat/matching-commands.ts";
import { typedAnswer } from "../../web/src/chat/open-question.ts";
import { stepOf } from "../../web/src/chat/tool-step.ts";
import { parseRoute } from "../../web/src/shell/route.ts";
import { createChatStore } from "../../web/src/store/chat-store.ts";
import { messageText } from "../../web/src/widget/message-text.ts";

const running: ChatTurn = { turnId: "1", at: 0, text: "Hello", state: "running", parts: [] };
const refused = (): Promise<never> => Promise.reject(new Error("not asked for here"));

function api(view: Partial<ChatView>): ChatApi {
  const model = { provider: "planner", model: "planner", label: "planner" } as const;
  return {
    transcript: async () => ({ model, turns: [], suggestions: [], ...view }),
    send: refused,
    cancel: refused,
    clear: refused,
    approve: refused,
    answer: refused,
    decline: refused,
  };
}

const chatEvent = (event: Extract<PageEvent, { type: "chat" }>["event"]): PageEvent => ({
  type: "chat",
  event,
});

test("parts grow by what comes of them, and a turn that is read anew takes the place of what was known", async () => {
  const store = createChatStore(api({ turns: [{ ...running, state: "done" }] }));
  store.take(chatEvent({ kind: "turn", turn: running }));
  store.take(chatEvent({ kind: "part", turnId: "1", part: { type: "text", partId: "a", text: "" } }));
  for (const text of ["The ", "sea"])
    store.take(chatEvent({ kind: "delta", turnId: "1", partId: "a", text }));
  expect(store.running.value?.parts).toEqual([{ type: "text", partId: "a", text: "The sea" }]);
  const known = store.turns.value[0];
  store.take({ type: "hello" } as PageEvent);
  await expect.poll(() => store.running.value).toBeUndefined();
  expect(store.turns.value[0]).toBe(known);
  expect(known?.value.state).toBe("done");
  store.take(chatEvent({ kind: "cleared" }));
  expect(store.turns.value).toEqual([]);
});

test("a message that is not taken is told, and what was told goes with the next that is", async () => {
  let fails = true;
  const store = createChatStore({
    ...api({}),
    send: async () => {
      if (fails) throw new Error("busy");
    },
  });
  expect(await store.send({ text: "Hello" })).toBe(false);
  expect(store.problem.value?.message).toBe("busy");
  fails = false;
  expect(await store.send({ text: "Hello" })).toBe(true);
  expect(store.problem.value).toBeUndefined();
});

const question: QuestionPart = {
  type: "question",
  partId: "q",
  questionId: "q",
  text: "Which page?",
  schema: { type: "object", properties: { page: { type: "string" } } },
  state: "open",
};

test("a typed line answers a question for one text, and no other", () => {
  expect(typedAnswer(question, "Tides")).toEqual({ page: "Tides" });
  const schemas = [
    { type: "object", properties: { page: { type: "number" } } },
    { type: "object", properties: { page: { type: "string", enum: ["a", "b"] } } },
    { type: "object", properties: { page: { type: "string" }, kind: { type: "string" } } },
    { type: "object" },
  ];
  for (const schema of schemas) expect(typedAnswer({ ...question, schema }, "Tides")).toBeUndefined();
});

test("commands are offered while their name is typed", () => {
  const commands = ["search", "summary", "add"].map((name) => ({ name, usage: `/${name}`, about: "" }));
  const names = (text: string): readonly string[] => matchingCommands(text, commands).map(({ name }) => name);
  expect(names("/")).toEqual(["search", "summary", "add"]);
  expect(names("/su")).toEqual(["summary"]);
  expect(names("/summary tides")).toEqual([]);
  expect(names("what is /su")).toEqual([]);
});

test("a call opens by itself where its answer is more than text, or a failure", () => {
  const part: ToolPart = { type: "tool", partId: "t", callId: "t", tool: "t", state: "done", startedAt: 0 };
  const result = { isError: false, content: [{ type: "text", text: "" }], uiResources: [] } as const;
  const image = { type: "image", data: "", mimeType: "image/png" } as const;
  expect(stepOf({ ...part, result, durationMs: 1_500 })).toEqual({
    id: "done",
    label: "done · 1.5 s",
    opens: false,
  });
  expect(stepOf({ ...part, result: { ...result, content: [image] } }).opens).toBe(true);
  expect(stepOf({ ...part, result: { ...result, content: [image] }, widget: true }).opens).toBe(false);
  expect(stepOf({ ...part, result: { ...result, isError: true } })).toMatchObject({
    id: "error",
    opens: true,
  });
  expect(stepOf({ ...part, state: "failed" }).opens).toBe(true);
  expect(stepOf({ ...part, state: "approval" }).label).toBe("asks you");
});

test("arguments that a person types are an object of JSON", () => {
  expect(readArguments('{"a":1}').value).toEqual({ a: 1 });
  for (const text of ["", "{", "[]", "null", '"a"']) expect(readArguments(text).problem).toBeDefined();
});

test("what a view says is its words; other blocks are named", () => {
  const blocks = [{ type: "text", text: "a" }, { type: "image" }, null, "b", { type: "text", text: "c" }];
  expect(messageText(blocks)).toBe("a\n[image]\nc");
});

test.each([
  ["#/", { view: "home" }],
  ["", { view: "home" }],
  ["#/pages/tides", { view: "page", path: "tides.md" }],
  ["#/pages/notes/sea%20life.md", { view: "page", path: "notes/sea life.md" }],
  ["#/edit/tides", { view: "edit", path: "tides.md" }],
  ["#/new", { view: "new" }],
  ["#/servers", { view: "servers" }],
  ["#/add-servers", { view: "add-servers" }],
  ["#/servers/a%2Fb", { view: "server", serverId: "a/b" }],
  ["#/tools/x__y", { view: "tool", name: "x__y" }],
  ["#/tools/%E0%A4%A", { view: "home" }],
  ["#/elsewhere/x", { view: "home" }],
])("the address %j is a view", (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
});
