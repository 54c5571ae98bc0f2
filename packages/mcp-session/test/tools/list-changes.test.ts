import type { JsonObject } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { echoTool, legacyServer, unanswered } from "../fixtures/scripted-servers.ts";
import { type ScriptedSession, scriptedSession } from "../fixtures/scripted-session.ts";

/** A server whose list a test changes. */
function changing(tools: JsonObject[]) {
  let lists = 0;
  const scripted = scriptedSession(
    legacyServer({
      "tools/list": () => {
        lists++;
        return { tools };
      },
    }),
  );
  return {
    ...scripted,
    lists: () => lists,
    announce: () => scripted.peer().notify("notifications/tools/list_changed"),
  };
}

function toolEvents({ events }: Pick<ScriptedSession, "events">) {
  return events.flatMap((event) => (event.type === "tools" ? [event] : []));
}

describe("a changed list", () => {
  test("is read again and told as a difference", async () => {
    const tools: JsonObject[] = [
      { ...echoTool, name: "stays" },
      { ...echoTool, name: "changes" },
      { ...echoTool, name: "goes" },
    ];
    const scripted = changing(tools);
    await scripted.session.connect();
    tools.splice(1, 2, { ...echoTool, name: "changes", description: "new" }, { ...echoTool, name: "comes" });
    scripted.announce();
    await scripted.clock.advance(100);
    expect(toolEvents(scripted)).toMatchObject([
      { added: ["stays", "changes", "goes"], removed: [], changed: [] },
      { added: ["comes"], removed: ["goes"], changed: ["changes"] },
    ]);
    expect(scripted.lists()).toBe(2);
    await scripted.session.stop();
    expect(scripted.clock.armed).toBe(0);
  });

  test("of prompts or resources, or a resource that changed, is told and nothing is read", async () => {
    const scripted = changing([echoTool]);
    const told: unknown[] = [];
    scripted.session.on("changed", ({ serverId, at: _at, ...change }) => told.push([serverId, change]));
    await scripted.session.connect();
    const peer = scripted.peer();
    peer.notify("notifications/prompts/list_changed");
    peer.notify("notifications/resources/list_changed");
    peer.notify("notifications/resources/updated", { uri: "file:///notes" });
    peer.notify("notifications/resources/updated", { uri: 7 });
    peer.notify("notifications/other/list_changed");
    await scripted.clock.advance(1_000);
    expect(told).toEqual([
      ["server", { type: "changed", what: "prompts" }],
      ["server", { type: "changed", what: "resources" }],
      ["server", { type: "changed", what: "resource", uri: "file:///notes" }],
    ]);
    expect(scripted.lists()).toBe(1);
    await scripted.session.stop();
  });

  test("announced fifty times at once is read once", async () => {
    const scripted = changing([echoTool]);
    await scripted.session.connect();
    for (let count = 0; count < 50; count++) scripted.announce();
    await scripted.clock.advance(100);
    expect(scripted.lists()).toBe(2);
    await scripted.session.stop();
  });

  test("announced while it is read is read once more", async () => {
    const tools = [echoTool];
    let lists = 0;
    const scripted = scriptedSession(
      legacyServer({
        "tools/list": (_message, peer) => {
          if (lists++ === 1) peer.notify("notifications/tools/list_changed");
          return { tools };
        },
      }),
    );
    await scripted.session.connect();
    scripted.peer().notify("notifications/tools/list_changed");
    await scripted.clock.advance(60_000);
    expect(lists).toBe(3);
    await scripted.session.stop();
  });

  test("that a server announces with every reading is read ever more slowly", async () => {
    let lists = 0;
    const { session, clock } = scriptedSession(
      legacyServer({
        "tools/list": (_message, peer) => {
          lists++;
          peer.notify("notifications/tools/list_changed");
          return { tools: [echoTool] };
        },
      }),
    );
    await session.connect();
    await clock.advance(60_000);
    expect(lists).toBeGreaterThan(5);
    expect(lists).toBeLessThan(20);
    await session.stop();
    expect(clock.armed).toBe(0);
  });

  test("that cannot be read leaves the list as it was", async () => {
    let fail = false;
    const server = legacyServer();
    const { session, clock, peer, events } = scriptedSession((message, to, options) =>
      fail && message.method === "tools/list" ? to.fail(message, -32603) : server(message, to, options),
    );
    await session.connect();
    fail = true;
    peer().notify("notifications/tools/list_changed");
    await clock.advance(100);
    expect((await session.callTool("echo", { text: "still" })).output).toBe("still");
    expect(toolEvents({ events })).toHaveLength(1);
    await session.stop();
  });

  test("found after a reconnect is told, and an unchanged tool stays the same object", async () => {
    const tools = [echoTool];
    const scripted = changing(tools);
    const [before] = await scripted.session.connect();
    scripted.peer().die();
    tools.push({ ...echoTool, name: "second" });
    await scripted.clock.advance(200);
    expect(toolEvents(scripted).at(-1)).toMatchObject({ added: ["second"], removed: [], changed: [] });
    const [after] = await scripted.session.listTools();
    expect(after).toBe(before);
    await scripted.session.stop();
  });
});

test("of two lists that overlap, the one asked for later counts", async () => {
  let lists = 0;
  const held: (() => void)[] = [];
  const { session, clock } = scriptedSession(
    legacyServer({
      "tools/list": (message, peer) => {
        const name = `list-${++lists}`;
        const answer = (): void => peer.answer(message, { tools: [{ ...echoTool, name }] });
        if (lists === 2) held.push(answer);
        else answer();
        return unanswered;
      },
    }),
  );
  await session.connect();
  const slow = session.listTools();
  expect((await session.listTools()).map(({ name }) => name)).toEqual(["list-3"]);
  held[0]?.();
  await clock.advance(0);
  expect((await slow).map(({ name }) => name)).toEqual(["list-3"]);
  await session.stop();
});

describe("an unknown tool", () => {
  test("is looked for once more, and called where it came meanwhile", async () => {
    const tools = [echoTool];
    const scripted = changing(tools);
    await scripted.session.connect();
    tools.push({ ...echoTool, name: "late" });
    expect((await scripted.session.callTool("late", { text: "hi" })).output).toBe("hi");
    expect(scripted.lists()).toBe(2);
    await scripted.session.stop();
  });

  test("that stays unknown is named with the nearest ones, and nothing is sent", async () => {
    const scripted = changing([echoTool, { ...echoTool, name: "search_files" }]);
    await scripted.session.connect();
    await expect(scripted.session.callTool("search_file", {})).rejects.toMatchObject({
      name: "ToolNotFoundError",
      where: "server",
      outcome: "not-sent",
      nearest: ["search_files"],
    });
    expect(scripted.lists()).toBe(2);
    expect(scripted.peer().sent.some((message) => message.method === "tools/call")).toBe(false);
    await scripted.session.stop();
  });
});
