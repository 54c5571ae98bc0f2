import { memoryStore } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { fakeConfig, fakePool } from "./fixtures/fake-pool.ts";

const servers = [fakeConfig("a", { tools: ["one"] })];

describe.each([
  ["a pool", {}],
  ["a pool of servers that rest", { lazy: true, store: memoryStore() }],
])("%s", (_, options) => {
  test.each([
    [null, "/options"],
    [{ signal: null }, "/options/signal"],
    [{ timeoutMs: Number.NaN }, "/options/timeoutMs"],
    [{ totalTimeoutMs: -5 }, "/options/totalTimeoutMs"],
  ])("refuses the options %o by name, before anything is started", async (given, pointer) => {
    const { pool, port } = fakePool(servers, options);
    // A transport of one's own says itself what it takes; one that rests is the pool's.
    const targets = "lazy" in options ? [pool, pool.server("a")] : [pool];
    for (const target of targets) {
      const methods = [
        () => target?.connect(given as never),
        () => target?.reconnect(given as never),
        () => target?.listTools(given as never),
      ];
      for (const method of methods)
        await expect(method()).rejects.toMatchObject({ code: "config", pointer, outcome: "not-sent" });
    }
    for (const method of [
      () => pool.callTool("a__one", {}, given as never),
      () => pool.request("x", {}, given as never),
      () => pool.listToolsWithErrors(given as never),
    ])
      await expect(method()).rejects.toMatchObject({ code: "config", pointer, outcome: "not-sent" });
    expect(port("a").log).toEqual([]);
    await expect(pool.stop(null as never)).rejects.toMatchObject({ code: "config" });
    await expect(pool.stop({ graceMs: Number.NaN })).rejects.toMatchObject({ pointer: "/options/graceMs" });
    await pool.stop();
  });

  test("sends arguments as they were given, though they wait for a list or a start", async () => {
    const { pool, port } = fakePool(servers, options);
    const seen: unknown[] = [];
    port("a").onCall = async (_name, args) => {
      seen.push(structuredClone(args));
      return { content: [] };
    };
    const args = { list: [1] };
    const call = pool.callTool("a__one", args);
    args.list.push(2);
    await call;
    expect(seen).toEqual([{ list: [1] }]);
    await pool.stop();
  });
});

test("a pool sends arguments as they were given, though they wait for their turn", async () => {
  const { pool, port } = fakePool(servers, { limits: { maxInFlight: 1 } });
  await pool.connect();
  const seen: unknown[] = [];
  port("a").onCall = async (_name, args) => {
    await new Promise(setImmediate);
    seen.push(structuredClone(args));
    return { content: [] };
  };
  const args = { n: 2 };
  const calls = [pool.callTool("a__one", { n: 1 }), pool.callTool("a__one", args)];
  args.n = 3;
  await Promise.all(calls);
  expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
  await pool.stop();
});
