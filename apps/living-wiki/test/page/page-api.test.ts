import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CallOutcome } from "../../src/contract/call.ts";
import type { PageState } from "../../src/contract/page-event.ts";
import type { ToolView } from "../../src/contract/tool-view.ts";
import { openEvents } from "../fixtures/event-reader.ts";
import { servePage, type TestPage } from "../fixtures/served-page.ts";
import { canary, lastWords, scripted, testServers } from "../fixtures/test-servers.ts";
import { testWiki } from "../fixtures/test-wiki.ts";

let page: TestPage;

beforeAll(async () => {
  page = await servePage(testWiki({ servers: [...testServers(), scripted("plain", "normal")] }));
  await page.wiki.fleet.connect();
});

afterAll(() => page[Symbol.asyncDispose]());

function call(tool: string, args: object, callId: string = crypto.randomUUID()): Promise<CallOutcome> {
  const body = JSON.stringify({ callId, tool, arguments: args });
  return page.ask("/api/calls", { method: "POST", body }).then((response) => response.json());
}

function callStarted(callId: string): Promise<void> {
  return new Promise((resolve) => {
    const off = page.wiki.fleet.pool.on("call", ({ toolCallId, phase }) => {
      if (toolCallId !== callId || phase !== "start") return;
      off();
      resolve();
    });
  });
}

async function state(): Promise<PageState> {
  return (await page.ask("/api/state")).json();
}

describe("the state", () => {
  test("tells of each server its state, era, transport, place, tools and processes", async () => {
    const { servers, sandbox } = await state();
    expect(sandbox).toEqual({ id: "host", isolation: "none" });
    expect(servers.find(({ serverId }) => serverId === "odd")).toMatchObject({
      about: "node",
      transport: "stdio",
      place: { sandbox: "host", isolation: "none" },
      state: "connected",
      info: { name: "odd-server", era: "modern", instructions: "Be kind to it." },
      tools: 3,
      quarantined: [{ name: "no-object", reason: "input-schema" }],
      restarts: 0,
      processes: [expect.stringMatching(/^\d+$/)],
    });
  });

  test("tells why a server is broken, each in its own way", async () => {
    const broken = Object.fromEntries((await state()).servers.map((server) => [server.serverId, server]));
    expect(broken.exits).toMatchObject({
      state: "disconnected",
      processes: [],
      lastError: { code: "process_exited", exitCode: 3, stderrTail: expect.stringContaining(lastWords) },
    });
    expect(broken.misspelt).toMatchObject({
      state: "disconnected",
      lastError: { code: "config", message: expect.stringContaining('Did you mean "command"?') },
    });
    expect(broken.nobody).toMatchObject({ endpoint: "http://127.0.0.1:9/mcp", state: "disconnected" });
    expect(broken.nobody).not.toHaveProperty("place");
  });

  test("holds no argument, variable, header or query of a declaration", async () => {
    const events = await openEvents(page);
    await events.next(({ type }) => type === "hello");
    const said = JSON.stringify([await state(), events.events]);
    await events[Symbol.asyncDispose]();
    expect(JSON.stringify(testServers())).toContain(canary);
    expect(said).not.toContain(canary);
  });
});

describe("tools and calls", () => {
  test("lists the tools of a server with their schemas as the server wrote them", async () => {
    const response = await page.ask("/api/servers/odd/tools");
    const { tools }: { readonly tools: readonly ToolView[] } = await response.json();
    expect(tools.map(({ name }) => name)).toEqual(["odd__every-block", "odd__every-field", "odd__sorry"]);
    expect(tools[1]?.inputSchema).toMatchObject({ $defs: { size: { enum: ["small", "large", 3] } } });
  });

  test("answers a call with every block, the structured value and the metadata", async () => {
    const { result } = await call("odd__every-block", {});
    expect(result?.content.map(({ type }) => type)).toEqual([
      "text",
      "audio",
      "image",
      "resource",
      "resource",
      "resource_link",
      "resource_link",
      "other",
    ]);
    expect(result).toMatchObject({
      structuredContent: { fine: true },
      _meta: { "example.com/trace": "kept" },
    });
  });

  test("tells an error that the tool reports from one of the protocol and from wrong arguments", async () => {
    expect(await call("odd__sorry", {})).toMatchObject({ result: { isError: true } });
    expect(await call("plain__reject", {})).toMatchObject({
      error: { code: "call_failed", outcome: "answered", serverMessage: "Rejected" },
    });
    expect(await call("odd__every-field", { title: 1, count: 2 })).toMatchObject({
      error: {
        code: "invalid_arguments",
        outcome: "not-sent",
        issues: [{ path: "/title", keyword: "type" }],
      },
    });
    expect(await call("plain__nothing", {})).toMatchObject({ error: { code: "tool_not_found" } });
  });

  test("tells of progress, and cancels a call on request", async () => {
    await using events = await openEvents(page);
    const started = callStarted("long-one");
    const running = call("plain__wait", { ms: 20_000 }, "long-one");
    await started;
    // The first of four notices would come after five seconds: nothing waits for it.
    const cancelled = await page.ask("/api/calls/long-one", { method: "DELETE" });
    expect(cancelled.status).toBe(204);
    expect(await running).toMatchObject({ error: { code: "cancelled" } });
    const again = await page.ask("/api/calls/long-one", { method: "DELETE" });
    expect(again.status).toBe(404);

    const told = call("plain__wait", { ms: 4 }, "short-one");
    await events.next((event) => event.type === "progress" && event.callId === "short-one");
    expect(await told).toMatchObject({ result: { isError: false } });
  });

  test("gives a call up when whoever made it is gone", async () => {
    const gone = new AbortController();
    const body = JSON.stringify({ callId: "lonely", tool: "plain__wait", arguments: { ms: 20_000 } });
    const asked = page.ask("/api/calls", { method: "POST", body, signal: gone.signal });
    const ended = new Promise((resolve) => {
      page.wiki.fleet.pool.on("call", (event) => {
        if (event.toolCallId !== "lonely") return;
        if (event.phase === "start") gone.abort();
        else resolve(event.error);
      });
    });
    await expect(asked).rejects.toThrow();
    expect(await ended).toBe("cancelled");
  });

  test.each([
    ["no JSON", "{"],
    ["no object", "[]"],
    ["no arguments", '{"callId":"a","tool":"plain__echo"}'],
    ["a list of arguments", '{"callId":"a","tool":"plain__echo","arguments":[]}'],
    ["an id that is none", '{"callId":"../a","tool":"plain__echo","arguments":{}}'],
  ])("refuses %s", async (_, body) => {
    const response = await page.ask("/api/calls", { method: "POST", body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "bad_request" } });
  });

  test("refuses a body that is too large", async () => {
    const body = JSON.stringify({
      callId: "a",
      tool: "plain__echo",
      arguments: { text: "x".repeat(5_000_000) },
    });
    expect((await page.ask("/api/calls", { method: "POST", body })).status).toBe(413);
  });
});

describe("kill and reconnect", () => {
  test("a killed server is told as reconnecting, then as connected in a new process", async () => {
    await using events = await openEvents(page);
    const before = (await state()).servers.find(({ serverId }) => serverId === "plain");
    const response = await page.ask("/api/servers/plain/kill", { method: "POST" });
    expect(await response.json()).toEqual({ killed: 1 });
    const isAt = (wanted: string) => (event: (typeof events.events)[number]) =>
      event.type === "server" && event.server.serverId === "plain" && event.server.state === wanted;
    await events.next(isAt("reconnecting"));
    await events.next((event) => isAt("connected")(event) && JSON.stringify(event).includes('"restarts":1'));
    const after = (await state()).servers.find(({ serverId }) => serverId === "plain");
    expect(after?.processes).toHaveLength(1);
    expect(after?.processes).not.toEqual(before?.processes);
    expect(await call("plain__echo", { text: "back" })).toMatchObject({ result: { isError: false } });
  });

  test("a reconnect that fails says why", async () => {
    const response = await page.ask("/api/servers/exits/reconnect", { method: "POST" });
    expect(response.status).toBe(502);
    // It was started and has ended before: once too often in a minute, and it is parked.
    const code = expect.stringMatching(/^(process_exited|crash_loop)$/);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  test("there is nothing to do to a server that is not there", async () => {
    for (const action of ["kill", "reconnect"]) {
      const response = await page.ask(`/api/servers/unknown/${action}`, { method: "POST" });
      expect(response.status).toBe(404);
    }
  });
});
