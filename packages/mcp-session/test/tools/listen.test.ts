import type { JsonObject, JsonRpcMessage, McpEvent } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { modernServer, unanswered } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";
import type { ScriptedPeer } from "../fixtures/scripted-wire.ts";

const announcing = { tools: { listChanged: true } };
const subscriptionId = "io.modelcontextprotocol/subscriptionId";

function acknowledge(message: JsonRpcMessage, peer: ScriptedPeer, notifications: JsonObject): void {
  peer.notify("notifications/subscriptions/acknowledged", {
    notifications,
    _meta: { [subscriptionId]: message.id },
  });
}

/** A server that acknowledges subscriptions, and a session that is connected to it. */
async function listening(
  notifications: JsonObject = { toolsListChanged: true },
  kind: "pipe" | "http" | "one-shot" = "pipe",
  capabilities: JsonObject = announcing,
) {
  const listens: JsonRpcMessage[] = [];
  let lists = 0;
  const scripted = scriptedSession(
    modernServer(
      {
        "tools/list": () => {
          lists++;
          return { tools: [] };
        },
        "subscriptions/listen": (message, peer) => {
          listens.push(message);
          acknowledge(message, peer, notifications);
          return unanswered;
        },
      },
      capabilities,
    ),
    { era: "modern", kind },
  );
  const changed: string[] = [];
  scripted.session.on("changed", ({ what }) => changed.push(what));
  await scripted.session.connect();
  await scripted.clock.advance(0);
  return { ...scripted, listens, changed, lists: () => lists };
}

function warnings(events: readonly McpEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === "warning" ? [event.code] : []));
}

describe("the standing subscription", () => {
  test("asks for tool list changes and acts on them", async () => {
    const { session, clock, peer, listens, lists } = await listening();
    expect(listens.map((message) => message.params?.notifications)).toEqual([{ toolsListChanged: true }]);
    expect(listens[0]?.params?._meta).toHaveProperty(
      ["io.modelcontextprotocol/protocolVersion"],
      "2026-07-28",
    );
    const _meta = { [subscriptionId]: listens[0]?.id };
    peer().notify("notifications/tools/list_changed", { _meta });
    await clock.advance(100);
    expect(lists()).toBe(2);
    peer().notify("notifications/tools/list_changed", { _meta: { [subscriptionId]: "another" } });
    await clock.advance(60_000);
    expect(lists()).toBe(2);
    await session.stop();
    expect(clock.armed).toBe(0);
  });

  test("asks for changes of prompts and resources where they are announced, and tells of them", async () => {
    const changing = { listChanged: true };
    const { session, clock, peer, listens, lists, changed } = await listening(
      { promptsListChanged: true, resourcesListChanged: true },
      "pipe",
      { prompts: changing, resources: changing, tools: {} },
    );
    expect(listens.map((message) => message.params?.notifications)).toEqual([
      { promptsListChanged: true, resourcesListChanged: true },
    ]);
    const _meta = { [subscriptionId]: listens[0]?.id };
    peer().notify("notifications/prompts/list_changed", { _meta });
    peer().notify("notifications/resources/list_changed", { _meta });
    peer().notify("notifications/resources/list_changed", { _meta: { [subscriptionId]: "another" } });
    await clock.advance(100);
    expect(changed).toEqual(["prompts", "resources"]);
    const [first] = listens;
    if (first !== undefined) peer().answer(first, { _meta: {} });
    await clock.advance(1_000);
    expect(listens).toHaveLength(2);
    // What was announced in the gap is gone.
    expect(changed).toEqual(["prompts", "resources", "prompts", "resources"]);
    expect(lists()).toBe(1);
    await session.stop();
    expect(clock.armed).toBe(0);
  });

  test("that the server narrowed is kept, and what it left out is a warning", async () => {
    const { session, clock, events, listens } = await listening({ promptsListChanged: true }, "pipe", {
      tools: { listChanged: true },
      prompts: { listChanged: true },
    });
    await clock.advance(10 * 60_000);
    expect(listens).toHaveLength(1);
    expect(warnings(events)).toEqual(["listen-narrowed"]);
    await session.stop();
  });

  test("has no deadline once it is acknowledged", async () => {
    const { session, clock, listens, peer } = await listening();
    await clock.advance(24 * 60 * 60_000);
    expect(listens).toHaveLength(1);
    expect(peer().sent.some((message) => message.method === "notifications/cancelled")).toBe(false);
    await session.stop();
  });

  test.each([
    ["ends gracefully", (message: JsonRpcMessage, peer: ScriptedPeer) => peer.answer(message, { _meta: {} })],
    [
      "is cancelled by the server",
      (message: JsonRpcMessage, peer: ScriptedPeer) =>
        peer.notify("notifications/cancelled", { requestId: message.id }),
    ],
  ])("that %s is opened again after a while, and the list read again", async (_what, end) => {
    const { session, clock, peer, listens, lists } = await listening();
    const [first] = listens;
    if (first !== undefined) end(first, peer());
    await clock.advance(0);
    expect(listens).toHaveLength(1);
    await clock.advance(500);
    expect(listens).toHaveLength(2);
    await clock.advance(200);
    expect(lists()).toBe(2);
    expect(session.state).toBe("connected");
    await session.stop();
    expect(clock.armed).toBe(0);
  });

  test("that ends again and again is given up with a warning, with growing waits before", async () => {
    const opened: number[] = [];
    const { session, clock, events } = scriptedSession(
      modernServer({ "subscriptions/listen": () => ({ _: opened.push(clock.now()) }) }, announcing),
      { era: "modern" },
    );
    await session.connect();
    await clock.advance(10 * 60_000);
    expect(opened).toHaveLength(8);
    const gaps = opened.slice(1).map((at, index) => at - (opened[index] ?? 0));
    expect([...gaps].sort((a, b) => a - b)).toEqual(gaps);
    expect(warnings(events)).toEqual(["listen-ended"]);
    expect(clock.armed).toBe(0);
    await session.stop();
  });

  test("that the server refuses is not asked for again", async () => {
    const { session, clock, events, peer } = scriptedSession(modernServer({}, announcing), { era: "modern" });
    await session.connect();
    await clock.advance(10 * 60_000);
    expect(peer().sent.filter((message) => message.method === "subscriptions/listen")).toHaveLength(1);
    expect(warnings(events)).toEqual(["listen-ended"]);
    expect((await session.callTool("echo", { text: "on" })).output).toBe("on");
    await session.stop();
  });

  test("that the server narrowed to nothing is closed", async () => {
    const { session, clock, events, listens, peer } = await listening({});
    await clock.advance(10 * 60_000);
    expect(listens).toHaveLength(1);
    const cancelled = peer().sent.filter((message) => message.method === "notifications/cancelled");
    expect(cancelled.map((message) => message.params?.requestId)).toEqual([listens[0]?.id]);
    expect(warnings(events)).toEqual(["listen-ended"]);
    await session.stop();
  });

  test("that nobody acknowledges is tried again", async () => {
    const server = modernServer({ "subscriptions/listen": () => unanswered }, announcing);
    const { session, clock, peer } = scriptedSession(server, { era: "modern" });
    const asked = () => peer().sent.filter((message) => message.method === "subscriptions/listen").length;
    await session.connect();
    await clock.advance(29_999);
    expect(asked()).toBe(1);
    await clock.advance(1000);
    expect(asked()).toBe(2);
    await session.stop();
    expect(clock.armed).toBe(0);
  });

  test("is opened on the next connection too", async () => {
    const { session, clock, peer, listens } = await listening();
    peer().die();
    await clock.advance(200);
    expect(listens).toHaveLength(2);
    await session.stop();
  });

  test("does not exist where the server announces nothing, nor on one-shot wires", async () => {
    const { session, peer } = scriptedSession(modernServer(), { era: "modern" });
    await session.connect();
    expect(peer().sent.some((message) => message.method === "subscriptions/listen")).toBe(false);
    await session.stop();
    const oneShot = await listening({ toolsListChanged: true }, "one-shot");
    expect(oneShot.listens).toEqual([]);
    expect(oneShot.session.state).toBe("connected");
    await oneShot.session.stop();
  });
});
