import { McpError, type McpLoss } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { losingServer } from "../fixtures/losing-server.ts";
import { legacyServer, unanswered } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";
import type { Script } from "../fixtures/scripted-wire.ts";
import { sentCalls } from "../fixtures/sent-calls.ts";

const gone: McpLoss = {
  cause: new McpError("call_failed", { message: "It was refused.", outcome: "not-sent" }),
  status: 404,
  reason: "session-expired",
};

describe("a session that the server has forgotten", () => {
  const http = { kind: "http" } as const;

  test("is made again once for all calls that meet it, and each is sent again once", async () => {
    const scripted = scriptedSession([losingServer(gone), legacyServer()], http);
    const { session, clock, wires, events } = scripted;
    await session.connect();
    const results = Array.from({ length: 10 }, (_, index) =>
      session.callTool("echo", { text: String(index) }),
    );
    await clock.advance(10);
    expect((await Promise.all(results)).map((result) => result.output)).toEqual([..."0123456789"]);
    expect(wires).toHaveLength(2);
    expect(sentCalls(scripted)).toEqual([..."0123456789", ..."0123456789"]);
    expect(events).toContainEqual(
      expect.objectContaining({
        change: expect.objectContaining({
          state: "reconnecting",
          reason: "session-expired",
          nextAttemptInMs: 0,
        }),
      }),
    );
    await clock.advance(0);
    expect(wires[0]?.peer.closed).toBe(true);
    await session.stop();
    expect(clock.armed).toBe(0);
  });

  test("lets what is open on the old wire end, but not for ever", async () => {
    const server = legacyServer({ "tools/call": () => unanswered, "resources/read": () => unanswered });
    const mixed: Script = (message, peer, options) =>
      message.method === "resources/list"
        ? peer.lose(String(message.id), gone)
        : server(message, peer, options);
    const next = legacyServer({ "resources/list": () => ({ resources: [] }) });
    const { session, clock, wires } = scriptedSession([mixed, next], http);
    await session.connect();
    const open = session.callTool("echo", { text: "slow" });
    const stuck = session.callTool("echo", { text: "stuck" }).catch((error: unknown) => error);
    await clock.advance(0);
    const list = session.request("resources/list", {});
    await clock.advance(10);
    expect(await list).toEqual({ resources: [] });
    expect(wires[0]?.peer.closed).toBe(false);
    const call = wires[0]?.peer.sent.find((message) => JSON.stringify(message).includes("slow"));
    wires[0]?.peer.say({ id: call?.id, result: { content: [{ type: "text", text: "done" }] } });
    await clock.advance(10);
    expect((await open).output).toBe("done");
    await clock.advance(5000);
    expect(await stuck).toMatchObject({ outcome: "unknown" });
    expect(wires[0]?.peer.closed).toBe(true);
    await session.stop();
    expect(clock.armed).toBe(0);
  });

  test("is made again by listing and reading too", async () => {
    const { session, clock, wires } = scriptedSession([losingServer(gone, "tools/list"), legacyServer()], {
      ...http,
      reconnect: false,
    });
    const first = session.connect().catch((error: unknown) => error);
    await clock.advance(10);
    expect(await first).toMatchObject({ phase: "list", status: 404 });
    expect(await session.listTools()).toHaveLength(1);
    expect(wires).toHaveLength(2);
    await session.stop();
  });

  test("again and again ends after three sends", async () => {
    const scripted = scriptedSession(losingServer(gone), http);
    await scripted.session.connect();
    const call = scripted.session.callTool("echo", { text: "x" }).catch((error: unknown) => error);
    await scripted.clock.advance(1000);
    expect(await call).toMatchObject({ outcome: "not-sent", status: 404 });
    expect(sentCalls(scripted)).toEqual(["x", "x", "x"]);
    await scripted.session.stop();
  });
});

test("a call whose total time is used up by waiting is not sent any more", async () => {
  const scripted = scriptedSession([losingServer(gone), legacyServer()], { kind: "http" });
  await scripted.session.connect();
  const call = scripted.session
    .callTool("echo", { text: "x" }, { totalTimeoutMs: 0 })
    .catch((error: unknown) => error);
  expect(await call).toMatchObject({ code: "timeout", deadline: "total", timeoutMs: 0, outcome: "not-sent" });
  expect(sentCalls(scripted)).toEqual([]);
  await scripted.session.stop();
});

test("an HTTP server that cannot be reached counts as dropped, and the call waits for it to be back", async () => {
  const unreachable = new McpError("connect_failed", {
    message: "ECONNREFUSED",
    retryable: true,
    outcome: "not-sent",
  });
  const server = legacyServer();
  const down: Script = (message, peer, options) => {
    if (message.method === "tools/call") throw unreachable;
    server(message, peer, options);
  };
  const scripted = scriptedSession([down, server], { kind: "http" });
  await scripted.session.connect();
  const call = scripted.session.callTool("echo", { text: "x" });
  await scripted.clock.advance(1000);
  expect((await call).output).toBe("x");
  expect(scripted.states()).toEqual(["connecting", "connected", "reconnecting", "connected"]);
  await scripted.session.stop();
  expect(scripted.clock.armed).toBe(0);
});
