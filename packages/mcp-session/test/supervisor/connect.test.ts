import { isMcpError } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { deferred } from "../fixtures/deferred.ts";
import { legacyServer, modernServer, unanswered } from "../fixtures/scripted-servers.ts";
import { scriptedSession } from "../fixtures/scripted-session.ts";
import { scriptedWire } from "../fixtures/scripted-wire.ts";

describe("connecting", () => {
  test("to a legacy server lists its tools and lets them be called", async () => {
    const { session, states, clock } = scriptedSession(legacyServer());
    expect((await session.connect()).map((tool) => tool.name)).toEqual(["echo"]);
    const result = await session.callTool("echo", { text: "hi" });
    expect(result).toMatchObject({ serverId: "server", toolName: "echo", isError: false, output: "hi" });
    expect(session.serverInfo).toMatchObject({
      era: "legacy",
      protocolVersion: "2025-11-25",
      name: "scripted",
    });
    await session.stop();
    expect(states()).toEqual(["connecting", "connected", "closed"]);
    expect(clock.armed).toBe(0);
  });

  test("to a modern server puts the envelope into every request", async () => {
    const { session, peer, clock } = await connected();
    expect((await session.callTool("echo", { text: "hi" })).output).toBe("hi");
    expect(session.serverInfo).toMatchObject({
      era: "modern",
      protocolVersion: "2026-07-28",
      version: "2.0.0",
    });
    for (const message of peer.sent)
      expect(message.params?._meta).toEqual({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "tester", version: "3" },
        "io.modelcontextprotocol/clientCapabilities": {},
        progressToken: message.id,
      });
    await session.stop();
    expect(clock.armed).toBe(0);
  });

  async function connected() {
    const scripted = scriptedSession(modernServer(), {
      era: "auto",
      clientInfo: { name: "tester", version: "3" },
    });
    await scripted.session.connect();
    return { session: scripted.session, clock: scripted.clock, peer: scripted.peer() };
  }

  test("twenty first calls at once share one wire", async () => {
    const { session, wires } = scriptedSession(legacyServer());
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => session.callTool("echo", { text: String(index) })),
    );
    expect(results.map((result) => result.output)).toEqual(
      Array.from({ length: 20 }, (_, index) => String(index)),
    );
    expect(wires).toHaveLength(1);
    await session.stop();
  });

  test("a connected session connects and lists without a new wire", async () => {
    const { session, wires } = scriptedSession(legacyServer());
    await session.connect();
    await session.connect();
    await session.listTools();
    expect(wires).toHaveLength(1);
    const lists = wires[0]?.peer.sent.filter((message) => message.method === "tools/list");
    expect(lists).toHaveLength(2);
    await session.stop();
  });
});

describe("an abort while connecting", () => {
  const silent = legacyServer({ initialize: () => unanswered });

  test("of one caller leaves the shared connect to the others", async () => {
    const gate = deferred();
    const { session, wires } = scriptedSession(legacyServer(), {
      async openWire() {
        await gate.promise;
        return scriptedWire(legacyServer());
      },
    });
    const controller = new AbortController();
    const aborted = session.connect({ signal: controller.signal }).catch((error: unknown) => error);
    const other = session.connect();
    controller.abort(new Error("changed my mind"));
    expect(await aborted).toMatchObject({
      code: "cancelled",
      outcome: "not-sent",
      cause: { message: "changed my mind" },
    });
    expect(session.state).toBe("connecting");
    gate.resolve();
    expect((await other).map((tool) => tool.name)).toEqual(["echo"]);
    expect(wires).toHaveLength(0);
    await session.stop();
  });

  test("of the last caller ends it at once and closes the wire", async () => {
    const { session, wires, clock, states } = scriptedSession(silent);
    const controller = new AbortController();
    const aborted = session.connect({ signal: controller.signal }).catch((error: unknown) => error);
    await clock.advance(10);
    expect(wires).toHaveLength(1);
    controller.abort();
    expect(await aborted).toMatchObject({ code: "cancelled" });
    expect(states()).toEqual(["connecting", "disconnected"]);
    await clock.advance(0);
    expect(wires[0]?.peer.closed).toBe(true);
    expect(wires[0]?.peer.sent.some((message) => message.method === "notifications/cancelled")).toBe(false);
    expect(clock.armed).toBe(0);
    await session.stop();
  });

  test("lets the next connect wait until the wire is gone", async () => {
    const gone = deferred();
    let opened = 0;
    const { session, clock } = scriptedSession(silent, {
      async openWire() {
        opened++;
        return opened === 1
          ? scriptedWire(silent, { closing: () => gone.promise })
          : scriptedWire(legacyServer());
      },
    });
    const controller = new AbortController();
    const aborted = session.connect({ signal: controller.signal }).catch((error: unknown) => error);
    await clock.advance(0);
    controller.abort();
    await aborted;
    const next = session.connect();
    await clock.advance(10);
    expect(opened).toBe(1);
    gone.resolve();
    await next;
    expect(opened).toBe(2);
    await session.stop();
  });

  test("before it even began starts nothing", async () => {
    const { session, wires, states } = scriptedSession(legacyServer());
    await expect(session.connect({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "cancelled",
    });
    expect(wires).toHaveLength(0);
    expect(states()).toEqual([]);
    await session.stop();
  });
});

describe("the connect deadline", () => {
  test("ends a connect that hangs, and closes its wire first", async () => {
    const { session, wires, clock } = scriptedSession(legacyServer({ "tools/list": () => unanswered }));
    const outcome = session.connect().catch((error: unknown) => error);
    await clock.advance(30_000);
    expect(await outcome).toMatchObject({ code: "timeout", deadline: "connect", outcome: "not-sent" });
    expect(wires[0]?.peer.closed).toBe(true);
    expect(session.state).toBe("disconnected");
    await session.stop();
    expect(clock.armed).toBe(0);
  });

  test("of a caller applies to the connect it starts", async () => {
    const { session, clock } = scriptedSession(() => undefined);
    const outcome = session.connect({ timeoutMs: 500 }).catch((error: unknown) => error);
    await clock.advance(500);
    expect(await outcome).toMatchObject({ code: "timeout", timeoutMs: 500 });
    await session.stop();
  });

  test("does not wait for ever for what cannot be closed", async () => {
    const { session, clock } = scriptedSession(legacyServer(), {
      openWire: () => new Promise(() => undefined),
    });
    const outcome = session.connect().catch((error: unknown) => error);
    await clock.advance(35_000);
    expect(await outcome).toMatchObject({ code: "timeout", deadline: "connect" });
  });

  test("stands still while something untimed is done, for the calls that wait as well", async () => {
    const install = deferred();
    const { session, clock } = scriptedSession(legacyServer(), {
      async openWire({ untimed }) {
        await untimed(install.promise);
        return scriptedWire(legacyServer());
      },
    });
    const call = session.callTool("echo", { text: "late" }, { timeoutMs: 1000 });
    const connect = session.connect();
    await clock.advance(10 * 60_000);
    expect(session.state).toBe("connecting");
    install.resolve();
    expect((await call).output).toBe("late");
    await connect;
    await session.stop();
    expect(clock.armed).toBe(0);
  });

  test("a call waits for a connection within its own deadline, which leaves the connect alone", async () => {
    const gate = deferred();
    const { session, clock } = scriptedSession(legacyServer(), {
      async openWire() {
        await gate.promise;
        return scriptedWire(legacyServer());
      },
    });
    const call = session.callTool("echo", {}, { timeoutMs: 200 }).catch((error: unknown) => error);
    await clock.advance(200);
    expect(await call).toMatchObject({
      code: "timeout",
      deadline: "call",
      outcome: "not-sent",
      toolName: "echo",
    });
    expect(session.state).toBe("connecting");
    gate.resolve();
    await clock.advance(0);
    expect(session.state).toBe("connected");
    await session.stop();
  });
});

describe("a wire that cannot be opened", () => {
  test("fails the connect with the typed error it came with", async () => {
    const typed = Object.assign(new Error("no executor"), { code: "no_executor", retryable: false });
    const { session, events } = scriptedSession(legacyServer(), { openWire: () => Promise.reject(typed) });
    await expect(session.connect()).rejects.toBe(typed);
    await expect(session.callTool("echo", {})).rejects.toBe(typed);
    const change = events.findLast((event) => event.type === "state");
    expect(change).toMatchObject({ change: { state: "disconnected", reason: "connect-failed" } });
    expect(change?.type === "state" && isMcpError(change.change.error)).toBe(true);
    await session.stop();
  });

  test("is wrapped where the error is anything else, whose text stays in the cause", async () => {
    const { session } = scriptedSession(legacyServer(), {
      openWire: () => Promise.reject(new TypeError("oops hunter2")),
    });
    const error = await session.connect().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: "McpProtocolError",
      phase: "connect",
      code: "connect_failed",
      outcome: "not-sent",
    });
    expect(JSON.stringify(error)).not.toContain("hunter2");
    await session.stop();
  });

  test("leaves a clean state: the next connect succeeds", async () => {
    let opened = 0;
    const { session } = scriptedSession(legacyServer(), {
      async openWire() {
        if (opened++ === 0) throw new Error("not yet");
        return scriptedWire(legacyServer());
      },
    });
    await expect(session.connect()).rejects.toMatchObject({ code: "connect_failed" });
    expect(await session.connect()).toHaveLength(1);
    await session.stop();
  });
});
