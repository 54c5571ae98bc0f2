import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { scriptedTransport } from "../scripted-transport.ts";

test("a legacy server that is silent on the probe is opened on the same process", async () => {
  await using server = await scriptedTransport("silent-on-probe", { config: { probeTimeoutMs: 200 } });
  await server.port.connect();
  expect(server.port.serverInfo?.era).toBe("legacy");
  expect(await server.starts()).toBe(1);
});

test("a modern server that starts slowly is not taken for a legacy one", async () => {
  await using server = await scriptedTransport(
    { mode: "slow-start", era: "modern", delayMs: 600 },
    { config: { probeTimeoutMs: 200 } },
  );
  await server.port.connect();
  expect(server.port.serverInfo?.era).toBe("modern");
  expect(await server.starts()).toBe(1);
});

test("a server that never answers the opening fails the connect at its deadline and is gone", async () => {
  await using server = await scriptedTransport("hang-on-opening", {
    config: { connectTimeoutMs: 600, probeTimeoutMs: 100 },
  });
  await expect(server.port.connect()).rejects.toMatchObject({ code: "timeout", deadline: "connect" });
});

test("a server that hangs on its list delays no other", async () => {
  await using hanging = await scriptedTransport("hang-on-list", { config: { connectTimeoutMs: 20_000 } });
  await using other = await scriptedTransport("normal");
  let settled = false;
  const connecting = hanging.port.connect().finally(() => {
    settled = true;
  });
  connecting.catch(() => undefined);
  await other.port.connect();
  expect((await other.port.callTool("echo", { text: "first" })).output).toBe("first");
  expect(settled).toBe(false);
});

describe.each(["legacy", "modern"] as const)("in the %s era", (era) => {
  test("a call that hangs ends at its deadline, the server is told, and others go on", async () => {
    await using server = await scriptedTransport({ mode: "hang-on-call", era });
    await server.port.connect();
    const other = server.port.callTool("wait", { ms: 600 });
    other.catch(() => undefined);
    await expect(server.port.callTool("hang", {}, { timeoutMs: 200 })).rejects.toMatchObject({
      code: "timeout",
      deadline: "call",
      outcome: "unknown",
    });
    expect((await other).output).toBe("Waited 600 ms");
    expect(await server.journal.of("cancel")).toHaveLength(1);
    expect(await server.starts()).toBe(1);
  });

  test("an aborted call reaches the server and disturbs nobody else; the reason stays with us", async () => {
    await using server = await scriptedTransport({ mode: "hang-on-call", era });
    await server.port.connect();
    const stop = new AbortController();
    const other = server.port.callTool("wait", { ms: 400 });
    other.catch(() => undefined);
    const call = server.port.callTool("hang", {}, { signal: stop.signal });
    await expect.poll(() => server.journal.executions("hang")).toBe(1);
    stop.abort(new Error("the user's own words"));
    await expect(call).rejects.toMatchObject({
      code: "cancelled",
      cause: { message: "the user's own words" },
    });
    await expect.poll(() => server.journal.of("cancel")).toHaveLength(1);
    expect(JSON.stringify(await server.journal.entries())).not.toContain("own words");
    expect((await other).output).toBe("Waited 400 ms");
    expect(await server.starts()).toBe(1);
  });

  test("progress keeps a call alive until its total deadline", async () => {
    await using server = await scriptedTransport({ mode: "endless-progress", era, delayMs: 50 });
    await server.port.connect();
    const told: number[] = [];
    const call = server.port.callTool(
      "work",
      {},
      { timeoutMs: 500, totalTimeoutMs: 1500, onProgress: ({ progress }) => told.push(progress) },
    );
    await expect(call).rejects.toMatchObject({ code: "timeout", deadline: "total" });
    expect(told.length).toBeGreaterThan(3);
    expect(told).toEqual([...told].sort((a, b) => a - b));
  });

  test("what comes after a cancel is dropped", async () => {
    await using server = await scriptedTransport({ mode: "endless-progress", era, delayMs: 100 });
    await server.port.connect();
    await expect(server.port.callTool("stubborn", {}, { timeoutMs: 30 })).rejects.toMatchObject({
      code: "timeout",
    });
    await setTimeout(300);
    expect((await server.port.callTool("echo", { text: "clean" })).output).toBe("clean");
    expect(server.of("warning")).toEqual([]);
  });

  test("ten thousand notices before an answer do not harm it", async () => {
    await using server = await scriptedTransport({ mode: "notification-flood", era });
    await server.port.connect();
    expect((await server.port.callTool("echo", { text: "dry" })).output).toBe("dry");
  });
});
