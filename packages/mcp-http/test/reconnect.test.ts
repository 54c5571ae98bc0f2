import type { McpState } from "@x/mcp-core";
import { createHttpTransport } from "@x/mcp-http";
import { startScriptedHttpServer } from "@x/mcp-testing";
import { describe, expect, test } from "vitest";

const config = (url: string) => ({ kind: "streamable-http", serverId: "s", url }) as const;

test("an expired session is renewed once for 20 parallel calls, and each of them runs once", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "legacy" } });
  await using transport = createHttpTransport(config(server.url));
  await transport.connect();
  const states: McpState[] = [];
  transport.onStateChange((state) => states.push(state));
  server.expireSessions();
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => transport.callTool("echo", { text: `${index}` })),
  );
  expect(results.map(({ output }) => output)).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`));
  expect(server.counters.count("initialize")).toBe(2);
  expect(server.counters.executions("echo")).toBe(20);
  expect(states).toEqual(["reconnecting", "connected"]);
});

describe.each(["legacy", "modern"] as const)("in the %s era", (era) => {
  test("a call to a server that is away waits until it is back, and runs once", async () => {
    await using server = await startScriptedHttpServer({ script: { era } });
    await using transport = createHttpTransport(config(server.url));
    await transport.connect();
    const states: McpState[] = [];
    transport.onStateChange((state) => states.push(state));
    const back = server.restart(600);
    // The connections that were kept have to be known to be closed.
    await expect.poll(() => server.counters.openConnections).toBe(0);
    const call = transport.callTool("echo", { text: "hello" }).catch((error: unknown) => error);
    await back;
    const outcome = await call;
    // What was written to a connection that had just ended may have run, and is not repeated.
    if (outcome instanceof Error) expect(outcome).toMatchObject({ outcome: "unknown" });
    else {
      expect(outcome).toMatchObject({ output: "hello" });
      // Each attempt is told.
      expect(new Set(states)).toEqual(new Set(["reconnecting", "connected"]));
      expect(states.at(-1)).toBe("connected");
      expect(server.counters.executions("echo")).toBe(1);
    }
    expect((await transport.callTool("echo", { text: "again" })).output).toBe("again");
  });

  test("a server that stays away fails the call in the end, not sent", async () => {
    const server = await startScriptedHttpServer({ script: { era } });
    await using transport = createHttpTransport({
      ...config(server.url),
      backoff: { initialDelayMs: 5, maxDelayMs: 20, maxAttempts: 3 },
    });
    await transport.connect();
    await server.close();
    // After a rest the end of a connection is looked for before it is used.
    await new Promise((resolve) => setTimeout(resolve, 150));
    await expect(transport.callTool("echo", { text: "x" })).rejects.toMatchObject({
      name: "McpProtocolError",
      outcome: "not-sent",
    });
    expect(transport.state).toBe("disconnected");
  });

  test("a stream cut in mid-call fails that call within 100 ms and disturbs nobody else", async () => {
    await using server = await startScriptedHttpServer({ script: { era }, answers: "sse" });
    await using transport = createHttpTransport(config(server.url));
    await transport.connect();
    const other = transport.callTool("wait", { ms: 1_000 });
    await expect.poll(() => server.counters.executions("wait")).toBe(1);
    // The best of a few, since this machine may be busy with something else.
    const delays: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      server.fault({ kind: "cut-before-answer", times: 1 });
      const startedAt = performance.now();
      await expect(transport.callTool("echo", { text: "x" })).rejects.toMatchObject({ outcome: "unknown" });
      // The server cuts 20 ms after it was called.
      delays.push(performance.now() - startedAt - 20);
    }
    expect(Math.min(...delays)).toBeLessThan(100);
    expect((await other).output).toBe("Waited 1000 ms");
    expect(transport.state).toBe("connected");
  });

  test("stop in mid-call ends everything", async () => {
    await using server = await startScriptedHttpServer({ script: { era }, answers: "sse" });
    const transport = createHttpTransport(config(server.url));
    await transport.connect();
    const call = transport.callTool("wait", { ms: 20_000 });
    const failed = expect(call).rejects.toMatchObject({ code: "closed" });
    await expect.poll(() => server.counters.executions("wait")).toBe(1);
    await transport.stop();
    await failed;
    await expect.poll(() => server.counters.openConnections).toBe(0);
    expect(transport.state).toBe("closed");
  });
});

test("stop while connecting ends the attempt", async () => {
  await using server = await startScriptedHttpServer({
    faults: [
      { kind: "hang", on: "server/discover" },
      { kind: "hang", on: "initialize" },
    ],
  });
  const transport = createHttpTransport(config(server.url));
  const connecting = expect(transport.connect()).rejects.toMatchObject({ code: "closed" });
  await expect.poll(() => server.counters.count("server/discover")).toBe(1);
  await transport.stop();
  await connecting;
  await expect.poll(() => server.counters.openConnections).toBe(0);
});
