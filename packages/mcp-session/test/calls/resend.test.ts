import { type JsonRpcMessage, McpError, type McpLoss, McpProtocolError } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { echoTool, legacyServer, modernServer, unanswered } from "../fixtures/scripted-servers.ts";
import { type ScriptedSession, scriptedSession } from "../fixtures/scripted-session.ts";
import type { Script } from "../fixtures/scripted-wire.ts";

/** The calls that reached any wire, as the texts they carried. */
function calls({ wires }: Pick<ScriptedSession, "wires">): readonly unknown[] {
  const texts = (message: JsonRpcMessage): readonly unknown[] =>
    message.method === "tools/call"
      ? [(message.params as { arguments: { text?: string } }).arguments.text]
      : [];
  return wires.flatMap((wire) => wire.peer.sent.flatMap(texts));
}

const unsent = new McpError("call_failed", { message: "It was refused.", outcome: "not-sent" });
const broken = new McpError("call_failed", { message: "The stream broke." });
const gone: McpLoss = { cause: unsent, status: 404, reason: "session-expired" };

/** A legacy server that loses calls in a way. */
function losing(loss: McpLoss, method = "tools/call"): Script {
  const server = legacyServer();
  return (message, peer, options) =>
    message.method === method ? peer.lose(String(message.id), loss) : server(message, peer, options);
}

describe("a session that the server has forgotten", () => {
  const http = { kind: "http" } as const;

  test("is made again once for all calls that meet it, and each is sent again once", async () => {
    const scripted = scriptedSession([losing(gone), legacyServer()], http);
    const { session, clock, wires, events } = scripted;
    await session.connect();
    const results = Array.from({ length: 10 }, (_, index) =>
      session.callTool("echo", { text: String(index) }),
    );
    await clock.advance(10);
    expect((await Promise.all(results)).map((result) => result.output)).toEqual([..."0123456789"]);
    expect(wires).toHaveLength(2);
    expect(calls(scripted)).toEqual([..."0123456789", ..."0123456789"]);
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
    const { session, clock, wires } = scriptedSession([losing(gone, "tools/list"), legacyServer()], {
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
    const scripted = scriptedSession(losing(gone), http);
    await scripted.session.connect();
    const call = scripted.session.callTool("echo", { text: "x" }).catch((error: unknown) => error);
    await scripted.clock.advance(1000);
    expect(await call).toMatchObject({ outcome: "not-sent", status: 404 });
    expect(calls(scripted)).toEqual(["x", "x", "x"]);
    await scripted.session.stop();
  });
});

describe("a request that was not sent", () => {
  test("is sent on the next connection where the pipe broke under it", async () => {
    const server = legacyServer();
    const breaking: Script = (message, peer, options) => {
      if (message.method !== "tools/call") return server(message, peer, options);
      queueMicrotask(() => peer.die());
      throw new McpError("closed", { message: "EPIPE", outcome: "not-sent" });
    };
    const scripted = scriptedSession([breaking, legacyServer()]);
    await scripted.session.connect();
    const call = scripted.session.callTool("echo", { text: "x" });
    await scripted.clock.advance(200);
    expect((await call).output).toBe("x");
    expect(scripted.wires).toHaveLength(2);
    await scripted.session.stop();
  });

  test("fails where the connection lives on, after a moment", async () => {
    const server = legacyServer();
    const refusing: Script = (message, peer, options) => {
      if (message.method === "tools/call")
        throw new McpError("limit", { message: "It is too large.", outcome: "not-sent" });
      server(message, peer, options);
    };
    const scripted = scriptedSession(refusing);
    await scripted.session.connect();
    const call = scripted.session.callTool("echo", { text: "x" }).catch((error: unknown) => error);
    await scripted.clock.advance(1000);
    expect(await call).toMatchObject({ code: "limit", outcome: "not-sent", phase: "call" });
    expect(calls(scripted)).toHaveLength(1);
    expect(scripted.session.state).toBe("connected");
    await scripted.session.stop();
    expect(scripted.clock.armed).toBe(0);
  });

  test("fails at once where it cannot be put into JSON", async () => {
    const { session, clock } = scriptedSession(legacyServer());
    await session.connect();
    await expect(session.callTool("echo", { text: 1n })).rejects.toMatchObject({ outcome: "not-sent" });
    expect(clock.armed).toBe(0);
    await session.stop();
  });
});

describe("a request that may have run", () => {
  const hints = (annotations: object) =>
    legacyServer({
      "tools/list": () => ({ tools: [{ ...echoTool, annotations }] }),
      "tools/call": (_message, peer) => {
        peer.die();
        return unanswered;
      },
    });
  const cases = [
    ["never", { readOnlyHint: true, idempotentHint: true }, 1],
    ["read-only-or-idempotent", { readOnlyHint: true }, 2],
    ["read-only-or-idempotent", { idempotentHint: true, destructiveHint: true }, 2],
    ["read-only-or-idempotent", { destructiveHint: true }, 1],
    ["read-only-or-idempotent", { readOnlyHint: "true" }, 1],
  ] as const;

  test.each(cases)(
    "under the policy %s a tool with %o is sent %i time(s)",
    async (retryUnknown, annotations, times) => {
      const scripted = scriptedSession([hints(annotations), legacyServer()], { retryUnknown });
      await scripted.session.connect();
      const call = scripted.session.callTool("echo", { text: "x" }).catch((error: unknown) => error);
      await scripted.clock.advance(1000);
      expect(calls(scripted)).toHaveLength(times);
      expect(await call).toMatchObject(times === 1 ? { outcome: "unknown" } : { output: "x" });
      await scripted.session.stop();
    },
  );

  test("a broken stream is repeated under that policy, a refusal with a status is not", async () => {
    for (const [loss, times] of [
      [{ cause: broken }, 3],
      [{ cause: broken, status: 500 }, 1],
      [{ cause: new McpError("limit", { message: "too large" }) }, 1],
    ] as const) {
      const server = losing(loss);
      const hinted: Script = (message, peer, options) =>
        message.method === "tools/list"
          ? peer.answer(message, { tools: [{ ...echoTool, annotations: { readOnlyHint: true } }] })
          : server(message, peer, options);
      const scripted = scriptedSession(hinted, { kind: "http", retryUnknown: "read-only-or-idempotent" });
      await scripted.session.connect();
      await expect(scripted.session.callTool("echo", { text: "x" })).rejects.toMatchObject({
        outcome: "unknown",
      });
      expect(calls(scripted)).toHaveLength(times);
      await scripted.session.stop();
    }
  });

  test("a loss tells its status, and fails the call without touching the connection", async () => {
    const { session, states } = scriptedSession(losing({ cause: broken, status: 502 }), { kind: "http" });
    await session.connect();
    await expect(session.callTool("echo", {})).rejects.toMatchObject({
      name: "McpProtocolError",
      phase: "call",
      code: "call_failed",
      status: 502,
      outcome: "unknown",
      cause: broken,
    });
    expect(states()).toEqual(["connecting", "connected"]);
    await session.stop();
  });

  test("a call that is aborted, or runs out of time, is never sent again", async () => {
    const scripted = scriptedSession(legacyServer({ "tools/call": () => unanswered }), {
      retryUnknown: "read-only-or-idempotent",
    });
    const { session, clock } = scripted;
    await session.connect();
    const late = session
      .callTool("echo", { text: "late" }, { timeoutMs: 50 })
      .catch((error: unknown) => error);
    const controller = new AbortController();
    const aborted = session
      .callTool("echo", { text: "aborted" }, { signal: controller.signal })
      .catch((error: unknown) => error);
    await clock.advance(50);
    controller.abort("why");
    expect(await late).toMatchObject({
      code: "timeout",
      deadline: "call",
      timeoutMs: 50,
      outcome: "unknown",
    });
    expect(await aborted).toMatchObject({ code: "cancelled", outcome: "unknown", cause: "why" });
    expect(calls(scripted)).toEqual(["late", "aborted"]);
    await session.stop();
  });
});

describe("what the server refused unexecuted", () => {
  test("for its revision is renegotiated once, on the same wire, by all calls together", async () => {
    let refused = 0;
    const server = modernServer();
    const picky: Script = (message, peer, options) => {
      if (message.method === "tools/call" && refused < 5) {
        refused++;
        peer.fail(message, -32022, { supported: ["2026-07-28"] });
      } else server(message, peer, options);
    };
    const scripted = scriptedSession(picky, { era: "auto" });
    await scripted.session.connect();
    const results = await Promise.all(
      Array.from({ length: 5 }, (_, index) => scripted.session.callTool("echo", { text: String(index) })),
    );
    expect(results.map((result) => result.output)).toEqual([..."01234"]);
    const probes = scripted.peer().sent.filter((message) => message.method === "server/discover");
    expect(probes).toHaveLength(2);
    expect(scripted.wires).toHaveLength(1);
    await scripted.session.stop();
    expect(scripted.clock.armed).toBe(0);
  });

  test("twice is an error", async () => {
    const server = modernServer();
    const { session } = scriptedSession(
      (message, peer, options) =>
        message.method === "tools/call" ? peer.fail(message, -32022, {}) : server(message, peer, options),
      { era: "auto" },
    );
    await session.connect();
    await expect(session.callTool("echo", {})).rejects.toMatchObject({
      rpcCode: -32022,
      outcome: "answered",
    });
    await session.stop();
  });

  test("in an era that it left is spoken to in the other", async () => {
    let modern = true;
    const script: Script = (message, peer, options) => {
      if (modern) modernServer()(message, peer, options);
      else if (message.method === "tools/call" && !peer.sent.some((sent) => sent.method === "initialize"))
        peer.fail(message, -32022, { supported: ["2025-11-25"] });
      else legacyServer()(message, peer, options);
    };
    const { session, wires } = scriptedSession(script, { era: "auto" });
    await session.connect();
    modern = false;
    expect((await session.callTool("echo", { text: "x" })).output).toBe("x");
    expect(session.serverInfo?.era).toBe("legacy");
    expect(wires).toHaveLength(1);
    await session.stop();
  });
});

test("a call whose total time is used up by waiting is not sent any more", async () => {
  const scripted = scriptedSession([losing(gone), legacyServer()], { kind: "http" });
  await scripted.session.connect();
  const call = scripted.session
    .callTool("echo", { text: "x" }, { totalTimeoutMs: 0 })
    .catch((error: unknown) => error);
  expect(await call).toMatchObject({ code: "timeout", deadline: "total", timeoutMs: 0, outcome: "not-sent" });
  expect(calls(scripted)).toEqual([]);
  await scripted.session.stop();
});

test("an error of the server keeps its text out of what is printed", async () => {
  const { session } = scriptedSession((message, peer, options) =>
    message.method === "tools/call"
      ? peer.say({ id: message.id, error: { code: -32602, message: "bad hunter2", data: { hunter2: 1 } } })
      : legacyServer()(message, peer, options),
  );
  await session.connect();
  const error = await session.callTool("echo", {}).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(McpProtocolError);
  expect(error).toMatchObject({
    rpcCode: -32602,
    rpcMessage: "bad hunter2",
    outcome: "answered",
    code: "call_failed",
  });
  expect(`${JSON.stringify(error)} ${String(error)}`).not.toContain("hunter2");
  await session.stop();
});
