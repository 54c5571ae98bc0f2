import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChatPart, ChatView } from "../../src/contract/chat.ts";
import type { PageEvent, PageState } from "../../src/contract/page-event.ts";
import { type EventReader, openEvents } from "../fixtures/event-reader.ts";
import { servePage, type TestPage } from "../fixtures/served-page.ts";
import { testWiki } from "../fixtures/test-wiki.ts";

let page: TestPage;
let events: EventReader;

beforeAll(async () => {
  page = await servePage(testWiki());
  events = await openEvents(page);
});

afterAll(async () => {
  await events[Symbol.asyncDispose]();
  await page[Symbol.asyncDispose]();
});

const post = (path: string, body: object): Promise<Response> =>
  page.ask(`/api${path}`, { method: "POST", body: JSON.stringify(body) });
const view = async (): Promise<ChatView> => (await page.ask("/api/chat")).json();

function partEvent(turnId: string, wanted: (part: ChatPart) => boolean): Promise<PageEvent> {
  return events.next(
    (event) =>
      event.type === "chat" &&
      event.event.kind === "part" &&
      event.event.turnId === turnId &&
      wanted(event.event.part),
  );
}

function ended(turnId: string): Promise<PageEvent> {
  return events.next(
    (event) =>
      event.type === "chat" &&
      event.event.kind === "turn" &&
      event.event.turn.turnId === turnId &&
      event.event.turn.state !== "running",
  );
}

async function send(text: string): Promise<string> {
  const answer = await post("/chat/turns", { text });
  expect(answer.status).toBe(202);
  const { turnId }: { readonly turnId: string } = await answer.json();
  return turnId;
}

test("a message is taken at once, answered in events, and found in the transcript", async () => {
  const turnId = await send("Summarise Tides");
  await ended(turnId);
  const { turns, model } = await view();
  expect(model).toMatchObject({
    provider: "planner",
    commands: expect.arrayContaining([expect.objectContaining({ name: "help" })]),
  });
  expect(turns.at(-1)).toMatchObject({ turnId, state: "done" });
});

test("an approval is told, shown in the state, answered once, and told as ended", async () => {
  const turnId = await send("/add tides: From the API.");
  expect((await post("/chat/turns", { text: "meanwhile" })).status).toBe(409);
  await partEvent(turnId, (part) => part.type === "tool" && part.state === "approval");
  const { approvals }: PageState = await (await page.ask("/api/state")).json();
  expect(approvals).toMatchObject([{ tool: "wiki__write", change: { path: "tides.md" } }]);
  const id = approvals[0]?.approvalId ?? "";
  expect((await post(`/approvals/${id}`, { approve: true })).status).toBe(400);
  expect((await post(`/approvals/${id}`, { approved: true })).status).toBe(204);
  expect((await post(`/approvals/${id}`, { approved: true })).status).toBe(404);
  await events.next((event) => event.type === "approval-ended" && event.approvalId === id);
  await ended(turnId);
  expect((await page.wiki.pages.read("tides.md")).markdown).toContain("From the API.");
});

test("arguments that a person changed are the ones that are written", async () => {
  const turnId = await send("/add tides: Wrong.");
  await partEvent(turnId, (part) => part.type === "tool" && part.state === "approval");
  const [approval] = page.wiki.approvals.open;
  const { path, digest } = approval?.arguments ?? {};
  const changed = { path, digest, markdown: "# Tides\n\nRight.\n" };
  await post(`/approvals/${approval?.approvalId}`, { approved: true, arguments: changed });
  await ended(turnId);
  expect((await page.wiki.pages.read("tides.md")).markdown).toBe("# Tides\n\nRight.\n");
  expect((await view()).turns.at(-1)?.parts).toContainEqual(
    expect.objectContaining({ tool: "wiki__write", arguments: changed }),
  );
});

test("a question is answered with values, and without the needed ones is not", async () => {
  const turnId = await send("summarise this page");
  const event = await partEvent(turnId, (part) => part.type === "question");
  const part = event.type === "chat" && event.event.kind === "part" ? event.event.part : undefined;
  const path = `/questions/${encodeURIComponent(part?.partId ?? "")}`;
  const missing = await post(path, { values: {} });
  expect(missing.status).toBe(400);
  expect(await missing.json()).toMatchObject({
    error: { code: "invalid_arguments", issues: [{ path: "", keyword: "required" }] },
  });
  const wrong = await post(path, { values: { page: 7 } });
  expect(await wrong.json()).toMatchObject({ error: { issues: [{ path: "/page", keyword: "type" }] } });
  expect((await post(path, { values: { page: "Sourdough" } })).status).toBe(204);
  await ended(turnId);
  expect((await post(path, { values: { page: "Tides" } })).status).toBe(404);
  expect(JSON.stringify((await view()).turns.at(-1))).toContain("wild yeast");
});

test("what is written is cancelled on request, and everything is forgotten on request", async () => {
  const turnId = await send("summarise this page");
  await partEvent(turnId, (part) => part.type === "question");
  expect((await post("/chat/cancel", {})).status).toBe(204);
  await ended(turnId);
  expect((await post("/chat/cancel", {})).status).toBe(404);
  expect((await page.ask("/api/chat", { method: "DELETE" })).status).toBe(204);
  await events.next((event) => event.type === "chat" && event.event.kind === "cleared");
  expect((await view()).turns).toEqual([]);
});

test.each([{}, { text: "" }, { text: "  " }, { text: 7 }, { text: "x".repeat(100_001) }])(
  "a message that is none is refused",
  async (body) => {
    expect((await post("/chat/turns", body)).status).toBe(400);
  },
);
