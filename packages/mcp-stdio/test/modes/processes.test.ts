import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { scriptedTransport, untilState } from "../scripted-transport.ts";

describe.each(["legacy", "modern"] as const)("in the %s era", (era) => {
  test("a normal server is listed and called over one process", async () => {
    await using server = await scriptedTransport({ era });
    const tools = await server.port.connect();
    expect(tools.map(({ name }) => name)).toEqual(["echo", "add", "wait", "fail", "reject", "blocks"]);
    expect(server.port.serverInfo).toMatchObject({ era, name: "scripted" });
    expect(await server.port.callTool("add", { a: 1, b: 2 })).toMatchObject({
      output: { sum: 3 },
      isError: false,
    });
    expect(await server.port.callTool("fail", {})).toMatchObject({
      output: "It did not work.",
      isError: true,
    });
    expect(await server.starts()).toBe(1);
  });

  test("a process that dies in a call fails it at once, runs nothing twice, and is there for the next call", async () => {
    await using server = await scriptedTransport({ mode: "crash-in-call", era, stderr: "no luck\n" });
    await server.port.connect();
    const startedAt = performance.now();
    await expect(server.port.callTool("crash", {}, { timeoutMs: 60_000 })).rejects.toMatchObject({
      name: "McpProtocolError",
      phase: "call",
      outcome: "unknown",
      code: "process_exited",
      exitCode: 7,
      stderrTail: "no luck\n",
    });
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect((await server.port.callTool("echo", { text: "back" })).output).toBe("back");
    expect(await server.journal.executions("crash")).toBe(1);
    expect(await server.starts()).toBe(2);
  });

  test("a death in one call fails the other calls that are running, and none of them runs again", async () => {
    await using server = await scriptedTransport({ mode: "crash-in-call", era });
    await server.port.connect();
    const waiting = [1, 2, 3].map(() => server.port.callTool("wait", { ms: 30_000 }));
    await expect.poll(() => server.journal.executions("wait")).toBe(3);
    const crash = server.port.callTool("crash", {});
    const ended = await Promise.allSettled([...waiting, crash]);
    for (const each of ended)
      expect(each).toMatchObject({ status: "rejected", reason: { outcome: "unknown" } });
    await server.port.callTool("echo", { text: "back" });
    expect(await server.journal.executions("wait")).toBe(3);
  });
});

test("a server that dies on the probe is started once more, and not probed again while that is remembered", async () => {
  await using server = await scriptedTransport("die-on-probe");
  await server.port.connect();
  expect(server.port.serverInfo?.era).toBe("legacy");
  expect(await server.starts()).toBe(2);
  await server.port.reconnect();
  expect((await server.port.callTool("echo", { text: "well" })).output).toBe("well");
  expect(await server.starts()).toBe(3);
});

test("a server that exits at once fails the connect with exit code and last words, and is parked in the end", async () => {
  await using server = await scriptedTransport({
    mode: "exit-at-once",
    exitCode: 12,
    stderr: "no database\n",
  });
  await expect(server.port.connect()).rejects.toMatchObject({
    name: "McpProtocolError",
    phase: "connect",
    exitCode: 12,
    stderrTail: "no database\n",
  });
  const call = (): Promise<unknown> =>
    server.port.callTool("echo", { text: "" }).catch((error: unknown) => error);
  for (let calls = 0; calls < 5; calls++) await call();
  const starts = await server.starts();
  // Two for each attempt: it seems to die on the probe.
  expect(starts).toBeLessThanOrEqual(10);
  expect(await call()).toMatchObject({ code: "crash_loop", outcome: "not-sent" });
  expect(await server.starts()).toBe(starts);
});

test.each(["legacy", "modern"] as const)(
  "a %s server that exits between its first answer and what follows fails the connect with its exit code",
  async (era) => {
    await using server = await scriptedTransport({ mode: "exit-after-opening", era });
    await expect(server.port.connect()).rejects.toMatchObject({ name: "McpProtocolError", exitCode: 4 });
  },
);

test("a server that closes its stdout fails its calls at once and is replaced", async () => {
  await using server = await scriptedTransport("close-stdout");
  await server.port.connect();
  await expect(server.port.callTool("hush", {}, { timeoutMs: 60_000 })).rejects.toMatchObject({
    phase: "call",
    outcome: "unknown",
  });
  expect((await server.port.callTool("echo", { text: "back" })).output).toBe("back");
  expect(await server.starts()).toBe(2);
});

test("a server that leaves a process behind at its pipes fails its calls soon, and both are gone", async () => {
  await using server = await scriptedTransport("grandchild-holds-pipe");
  await server.port.connect();
  await expect(server.port.callTool("abandon", {}, { timeoutMs: 60_000 })).rejects.toMatchObject({
    outcome: "unknown",
    exitCode: 0,
  });
  expect((await server.port.callTool("echo", { text: "back" })).output).toBe("back");
});

test("one connect starts one process of a server that holds a lock, and a reconnect waits for the lock", async () => {
  await using server = await scriptedTransport({
    mode: "single-instance",
    lock: join(tmpdir(), `mcp-lock-${process.pid}`),
  });
  await server.port.connect();
  expect(await server.starts()).toBe(1);
  await server.port.reconnect();
  expect((await server.port.callTool("echo", { text: "mine" })).output).toBe("mine");
  expect(await server.journal.of("locked-out")).toEqual([]);
  expect(await server.starts()).toBe(2);
});

test("twenty parallel first calls share one process", async () => {
  await using server = await scriptedTransport({ mode: "slow-start", delayMs: 200 });
  const calls = Array.from({ length: 20 }, (_, index) => server.port.callTool("echo", { text: `${index}` }));
  const outputs = (await Promise.all(calls)).map(({ output }) => output);
  expect(outputs).toEqual(calls.map((_, index) => `${index}`));
  expect(await server.starts()).toBe(1);
});

test("what waits for a server that reads no more settles when the process ends", async () => {
  await using server = await scriptedTransport("stop-reading");
  await server.port.connect();
  await server.port.callTool("deafen", { exitAfterMs: 500 });
  const big = { text: "x".repeat(4 * 1024 * 1024) };
  const calls = [
    server.port.callTool("echo", big),
    setTimeout(10).then(() => server.port.callTool("echo", big)),
  ];
  const ended = await Promise.allSettled(calls);
  expect(ended[0]).toMatchObject({ status: "rejected", reason: { outcome: "unknown" } });
  // The second was never handed over, so it may be sent to the next process, and is.
  expect(ended[1]).toMatchObject({ status: "fulfilled", value: { output: big.text } });
  expect(await server.journal.executions("echo")).toBe(1);
});

test("a call that arrives while the server is started again waits for it", async () => {
  await using server = await scriptedTransport("crash-in-call");
  await server.port.connect();
  await server.port.callTool("crash", {}).catch(() => undefined);
  await untilState(server.port, "reconnecting");
  expect((await server.port.callTool("echo", { text: "waited" })).output).toBe("waited");
});
