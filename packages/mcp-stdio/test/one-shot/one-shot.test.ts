import type { McpHostHandlers } from "@x/mcp-core";
import { createStdioTransport } from "@x/mcp-stdio";
import type { SandboxSession } from "@x/sandbox";
import { bashSandbox } from "@x/sandbox-bash";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fixture } from "../real-server.ts";
import { isAlive, scriptedTransport } from "../scripted-transport.ts";

// Each request starts a shell, its tools and a server.
vi.setConfig({ testTimeout: 120_000 });

let session: SandboxSession;
beforeAll(async () => {
  session = await bashSandbox().open();
});
afterAll(() => session.close());

describe.each(["legacy", "modern"] as const)("in the %s era", (era) => {
  test("each request is a process of its own, and the list is remembered", async () => {
    await using server = await scriptedTransport({ era }, { transport: { session } });
    const tools = await server.port.connect();
    expect(tools.map(({ name }) => name)).toContain("add");
    expect(server.port.serverInfo).toMatchObject({ era, name: "scripted" });
    expect(server.of("warning").map(({ code }) => code)).toContain("state-not-kept");
    const before = await server.starts();
    await server.port.listTools();
    expect(await server.starts()).toBe(before);
    expect((await server.port.callTool("add", { a: 1, b: 2 })).output).toEqual({ sum: 3 });
    expect((await server.port.callTool("fail", {})).isError).toBe(true);
    await expect(server.port.callTool("reject", {})).rejects.toMatchObject({
      rpcCode: -32000,
      outcome: "answered",
    });
    expect(await server.starts()).toBe(before + 3);
    expect((await server.journal.of("start")).map(({ pid }) => pid).filter(isAlive)).toEqual([]);
  });

  test("a process that dies in its request fails it as unknown and no other", async () => {
    await using server = await scriptedTransport({ mode: "crash-in-call", era }, { transport: { session } });
    await server.port.connect();
    const other = server.port.callTool("wait", { ms: 500 });
    other.catch(() => undefined);
    await expect(server.port.callTool("crash", {})).rejects.toMatchObject({
      name: "McpProtocolError",
      phase: "call",
      outcome: "unknown",
      exitCode: 7,
    });
    expect((await other).output).toBe("Waited 500 ms");
    expect(await server.journal.executions("crash")).toBe(1);
  });

  test("a call that is given up ends its process and disturbs no other", async () => {
    await using server = await scriptedTransport(
      { mode: "hang-on-call", era, refuseToEnd: true },
      { transport: { session } },
    );
    await server.port.connect();
    const stop = new AbortController();
    const other = server.port.callTool("wait", { ms: 800 });
    other.catch(() => undefined);
    const call = server.port.callTool("hang", {}, { signal: stop.signal });
    call.catch(() => undefined);
    await expect.poll(() => server.journal.executions("hang")).toBe(1);
    stop.abort();
    await expect(call).rejects.toMatchObject({ code: "cancelled", outcome: "unknown" });
    expect((await other).output).toBe("Waited 800 ms");
    await expect
      .poll(async () => (await server.journal.of("start")).map(({ pid }) => pid).filter(isAlive))
      .toEqual([]);
  });

  test("stopping ends what runs", async () => {
    await using server = await scriptedTransport(
      { mode: "hang-on-call", era, refuseToEnd: true },
      { transport: { session } },
    );
    await server.port.connect();
    const call = server.port.callTool("hang", {});
    call.catch(() => undefined);
    await expect.poll(() => server.journal.executions("hang")).toBe(1);
    await server.port.stop();
    await expect(call).rejects.toMatchObject({ outcome: "unknown" });
    expect((await server.journal.of("start")).map(({ pid }) => pid).filter(isAlive)).toEqual([]);
  });
});

test("no more processes run at once than are allowed", async () => {
  const config = { oneShot: { concurrency: 2 } };
  await using server = await scriptedTransport({ era: "modern" }, { transport: { session }, config });
  await server.port.connect();
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => server.port.callTool("wait", { ms: 200 })));
  let running = 0;
  let most = 0;
  for (const { event } of await server.journal.entries()) {
    if (event === "start") running += 1;
    if (event === "eof") running -= 1;
    most = Math.max(most, running);
  }
  expect(most).toBe(2);
});

test("a legacy server is told that nobody can be asked, since nobody could answer", async () => {
  const handlers: McpHostHandlers = { elicit: async () => ({ action: "accept" }), roots: async () => [] };
  await using server = await scriptedTransport({ era: "legacy" }, { transport: { session, handlers } });
  await server.port.callTool("echo", { text: "x" });
  const initializes = await server.journal.received("initialize");
  expect(initializes.length).toBeGreaterThan(1);
  for (const { params } of initializes) expect(params?.capabilities).toEqual({});
});

test("input rounds of the modern era go from process to process in the state of the request", async () => {
  const handlers: McpHostHandlers = { elicit: async () => ({ action: "accept", content: { name: "Ada" } }) };
  const script = { mode: "input-required", era: "modern" } as const;
  await using server = await scriptedTransport(script, { transport: { session, handlers } });
  await server.port.connect();
  expect(JSON.parse(String((await server.port.callTool("ask-once", {})).output))).toMatchObject({ round: 1 });
});

test("a session that is closed under it ends the transport", async () => {
  const own = await bashSandbox().open();
  await using server = await scriptedTransport("normal", { transport: { session: own } });
  await server.port.connect();
  await own.close();
  await expect(server.port.callTool("echo", { text: "x" })).rejects.toMatchObject({ outcome: "not-sent" });
  expect(server.of("state").at(-1)?.change).toMatchObject({
    state: "disconnected",
    reason: "sandbox-closed",
  });
});

test("an exec that passes no stdin on is refused, before anything is started", async () => {
  const deaf: SandboxSession = {
    ...session,
    features: new Set([...session.features].filter((feature) => feature !== "exec-stdin")),
  };
  await using server = await scriptedTransport("normal", { transport: { session: deaf } });
  await expect(server.port.connect()).rejects.toMatchObject({ code: "unsupported" });
  expect(await server.starts()).toBe(0);
});

test("an install runs once, and the server where it ran", async () => {
  await using own = await bashSandbox().open();
  const install = { command: "mkdir -p place; echo x >> place/installed" };
  await using server = await scriptedTransport("normal", {
    transport: { session: own },
    config: { install },
  });
  await server.port.callTool("echo", { text: "x" });
  const result = await own.exec?.({ command: "cat", args: ["place/installed"] });
  expect(Buffer.from(result?.stdout ?? []).toString()).toBe("x\n");
});

test.each(["sdk-v1-server.mjs", "sdk-v2-server.mjs", "sdk-v2-modern-only.mjs"])(
  "the answer of a slow tool of %s is not lost",
  async (file) => {
    await using port = createStdioTransport(
      { kind: "stdio", serverId: "real", command: process.execPath, args: [fixture(file)] },
      { sandbox: bashSandbox() },
    );
    expect(String((await port.callTool("slow", { ms: 400 })).output)).toContain("waited to the end");
    expect((await port.callTool("add", { a: 2, b: 3 })).output).toEqual({ sum: 5 });
  },
);
