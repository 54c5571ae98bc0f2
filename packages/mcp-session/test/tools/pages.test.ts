import type { JsonRpcMessage } from "@x/mcp-core";
import { expect, test } from "vitest";
import { echoTool, legacyServer } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";

function paged(page: (cursor: unknown) => object) {
  return legacyServer({ "tools/list": (message: JsonRpcMessage) => page(message.params?.cursor) });
}

const tool = (name: string) => ({ ...echoTool, name });

test("all pages are read, the empty string is a cursor, and cursors go back untouched", async () => {
  const pages = new Map<unknown, object>([
    [undefined, { tools: [tool("one")], nextCursor: "" }],
    ["", { tools: [tool("two")], nextCursor: " ü= " }],
    [" ü= ", { tools: [tool("three")] }],
  ]);
  const { session } = scriptedSession(paged((cursor) => pages.get(cursor) ?? {}));
  expect((await session.connect()).map(({ name }) => name)).toEqual(["one", "two", "three"]);
  await session.stop();
});

test.each([
  ["repeated-cursor", (_cursor: unknown) => ({ tools: [], nextCursor: "same" })],
  ["bad-page", (cursor: unknown) => (cursor === undefined ? { tools: [], nextCursor: "b" } : { tools: {} })],
])("a list that ends with %s keeps what came, with a warning", async (code, page) => {
  const { session, events } = scriptedSession(paged((cursor) => ({ ...page(cursor), ...first(cursor) })));
  expect((await session.connect()).map(({ name }) => name)).toEqual(["one"]);
  expect(events).toContainEqual(expect.objectContaining({ type: "warning", code }));
  await session.stop();

  function first(cursor: unknown): object {
    return cursor === undefined ? { tools: [tool("one")] } : {};
  }
});

test("a list without end stops at the bound", async () => {
  let count = 0;
  const server = paged(() => ({ tools: [tool(`t${count}`)], nextCursor: `c${count++}` }));
  const { session, events } = scriptedSession(server, { maxPages: 7 });
  expect(await session.connect()).toHaveLength(7);
  expect(events).toContainEqual(expect.objectContaining({ type: "warning", code: "too-many-pages" }));
  await session.stop();
});

test("a page that fails fails the list, with what the server said", async () => {
  const server = legacyServer();
  const { session } = scriptedSession((message, peer, options) =>
    message.method === "tools/list" ? peer.fail(message, -32603) : server(message, peer, options),
  );
  await expect(session.connect()).rejects.toMatchObject({
    phase: "list",
    code: "list_failed",
    rpcCode: -32603,
  });
  expect(session.state).toBe("disconnected");
  await session.stop();
});

test("two thousand tools in one page are listed", async () => {
  const tools = Array.from({ length: 2000 }, (_, index) => tool(`tool-${index}`));
  const { session } = scriptedSession(paged(() => ({ tools })));
  expect(await session.connect()).toHaveLength(2000);
  await session.stop();
});
