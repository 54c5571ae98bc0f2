import { McpError, McpProtocolError } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { losingServer } from "../fixtures/losing-server.ts";
import { echoTool, legacyServer, unanswered } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";
import type { Script } from "../fixtures/scripted-wire.ts";
import { sentCalls } from "../fixtures/sent-calls.ts";

const broken = new McpError("call_failed", { message: "The stream broke." });

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
    expect(sentCalls(scripted)).toHaveLength(1);
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
      expect(sentCalls(scripted)).toHaveLength(times);
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
      const server = losingServer(loss);
      const hinted: Script = (message, peer, options) =>
        message.method === "tools/list"
          ? peer.answer(message, { tools: [{ ...echoTool, annotations: { readOnlyHint: true } }] })
          : server(message, peer, options);
      const scripted = scriptedSession(hinted, { kind: "http", retryUnknown: "read-only-or-idempotent" });
      await scripted.session.connect();
      await expect(scripted.session.callTool("echo", { text: "x" })).rejects.toMatchObject({
        outcome: "unknown",
      });
      expect(sentCalls(scripted)).toHaveLength(times);
      await scripted.session.stop();
    }
  });

  test("a loss tells its status, and fails the call without touching the connection", async () => {
    const { session, states } = scriptedSession(losingServer({ cause: broken, status: 502 }), {
      kind: "http",
    });
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
    expect(sentCalls(scripted)).toEqual(["late", "aborted"]);
    await session.stop();
  });
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
    rpcData: { hunter2: 1 },
    outcome: "answered",
    code: "call_failed",
  });
  expect(`${JSON.stringify(error)} ${String(error)}`).not.toContain("hunter2");
  await session.stop();
});
