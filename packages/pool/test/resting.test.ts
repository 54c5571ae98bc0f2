import { type KeyValueStore, memoryStore } from "@x/mcp-core";
import { fakeClock } from "@x/mcp-testing";
import { describe, expect, it } from "vitest";
import { fakeConfig, fakePool } from "./fixtures/fake-pool.ts";

const started = (log: readonly string[]): readonly string[] => log.filter((line) => line !== "stop");

/** A store in which the tools of `a` and `b` are known. */
async function knownStore(): Promise<KeyValueStore> {
  const store = memoryStore();
  const { pool } = fakePool([fakeConfig("a", { tools: ["one"] }), fakeConfig("b", { tools: ["two"] })], {
    store,
    lazy: true,
  });
  await pool.connect();
  await pool.stop();
  return store;
}

describe("a lazy pool", () => {
  const servers = [fakeConfig("a", { tools: ["one"] }), fakeConfig("b", { tools: ["two"] })];

  it("starts servers to list them where nothing is known of them", async () => {
    const { pool, port } = fakePool(servers, { lazy: true });
    expect((await pool.connect()).map(({ name }) => name)).toEqual(["a__one", "b__two"]);
    expect(port("a").log).toEqual(["connect"]);
    await pool.stop();
  });

  it("lists tools from the store and starts a server with its first call alone", async () => {
    const { pool, port } = fakePool(servers, { lazy: true, store: await knownStore() });
    expect((await pool.connect()).map(({ name }) => name)).toEqual(["a__one", "b__two"]);
    expect((await pool.listTools()).length).toBe(2);
    expect(pool.snapshot()).toMatchObject([
      { serverId: "a", state: "disconnected", tools: 1 },
      { serverId: "b", state: "disconnected", tools: 1 },
    ]);
    expect([...port("a").log, ...port("b").log]).toEqual([]);
    expect((await pool.callTool("b__two", {})).output).toBe("b/two");
    expect([port("a").log, port("b").log]).toEqual([[], ["call two"]]);
    await pool.stop();
  });

  it("may be lazy about some of its servers only", async () => {
    const { pool, port } = fakePool(servers, { lazy: ["a"], store: await knownStore() });
    await pool.connect();
    expect([port("a").log, port("b").log]).toEqual([[], ["connect"]]);
    await pool.stop();
  });

  it("tells how what is listed now differs from what was known", async () => {
    const { pool, port } = fakePool(servers, { lazy: true, store: await knownStore() });
    await pool.connect();
    const events: unknown[] = [];
    pool.on("tools", ({ added, removed }) => events.push({ added, removed }));
    port("a").tools = [{ name: "new", serverId: "", serverToolName: "new", inputSchema: { type: "object" } }];
    port("a").emit({ type: "tools", added: ["new"], removed: [], changed: [] });
    await expect.poll(() => events).toContainEqual({ added: ["a__new"], removed: ["a__one"] });
    await pool.stop();
  });

  it("shares nothing between principals, and asks again for what was declared otherwise", async () => {
    const store = await knownStore();
    const { pool, made } = fakePool(servers, { lazy: true, store });
    await pool.as("ann").connect();
    expect(made.get("ann/a")?.[0]?.log).toEqual(["connect"]);
    await pool.stop();
    const extensions = { "io.modelcontextprotocol/ui": {} };
    const showing = fakePool(servers, { lazy: true, store, extensions });
    await showing.pool.connect();
    expect(showing.port("a").log).toEqual(["connect"]);
    await showing.pool.stop();
    const other = fakePool([fakeConfig("a", { version: 2 })], { lazy: true, store });
    await other.pool.connect();
    expect(other.port("a").log).toEqual(["connect"]);
    await other.pool.stop();
  });

  it("does not rely on what is no catalog, and goes on where the store fails", async () => {
    const broken: KeyValueStore = {
      ...memoryStore(),
      get: async () => ({ value: '{"tools":[{"name":7}]}', version: "1" }),
      put: () => Promise.reject(new Error("full")),
    };
    const { pool, port } = fakePool(servers, { lazy: true, store: broken });
    const warnings: string[] = [];
    pool.on("warning", ({ code }) => warnings.push(code));
    expect((await pool.connect()).length).toBe(2);
    expect(port("a").log).toEqual(["connect"]);
    await expect.poll(() => warnings).toEqual(["catalog-not-stored", "catalog-not-stored"]);
    await pool.stop();
  });
});

describe("a pool that stops idle servers", () => {
  const idle = () => {
    const clock = fakeClock();
    return {
      clock,
      ...fakePool([fakeConfig("a"), fakeConfig("b")], {
        clock,
        idleStopMs: 1000,
        serverIdleStopMs: { b: Number.POSITIVE_INFINITY },
      }),
    };
  };

  it("stops a server that had no call for so long, and starts it again with the next", async () => {
    const { pool, port, made, clock } = idle();
    const states: string[] = [];
    await pool.connect();
    pool.on("state", ({ serverId, change }) => states.push(`${serverId} ${change.state} ${change.reason}`));
    const first = port("a");
    await clock.advance(999);
    expect(first.state).toBe("connected");
    await clock.advance(1);
    expect(first.log).toEqual(["connect", "stop"]);
    expect(pool.snapshot()).toMatchObject([{ state: "disconnected", tools: 1 }, { state: "connected" }]);
    expect(states).toEqual(["a disconnected idle"]);
    expect((await pool.listTools()).map(({ name }) => name)).toEqual(["a__echo", "b__echo"]);
    expect(made.get("default/a")).toHaveLength(1);
    expect((await pool.callTool("a__echo", {})).output).toBe("a/echo");
    expect(made.get("default/a")).toHaveLength(2);
    await pool.stop();
    expect([port("a").state, port("b").state, pool.state]).toEqual(["closed", "closed", "closed"]);
    expect(clock.armed).toBe(0);
  });

  it("does not stop one that works", async () => {
    const { pool, port, clock } = idle();
    await pool.connect();
    let finish = (): void => {};
    port("a").onCall = () => new Promise((resolve) => (finish = () => resolve({ content: [] })));
    const call = pool.callTool("a__echo", {});
    await clock.advance(5000);
    expect(started(port("a").log)).toEqual(["connect", "call echo"]);
    finish();
    await call;
    await clock.advance(1000);
    expect(port("a").state).toBe("closed");
    await pool.stop();
  });

  it("waits for the end of a server before it starts it anew", async () => {
    const { pool, port, made, clock } = idle();
    await pool.connect();
    const first = port("a");
    let end = (): void => {};
    const stop = first.stop.bind(first);
    Object.assign(first, {
      stop: async () => {
        await new Promise<void>((resolve) => (end = resolve));
        await stop();
      },
    });
    await clock.advance(1000);
    const call = pool.callTool("a__echo", {});
    await clock.advance(0);
    expect(made.get("default/a")).toHaveLength(1);
    end();
    expect((await call).output).toBe("a/echo");
    await pool.stop();
  });
});

describe("options about when servers run", () => {
  it.each([
    [{ lazy: "yes" }, /\/lazy/],
    [{ idleStopMs: 0 }, /\/idleStopMs/],
    [{ serverIdleStopMs: { a: "soon" } }, /\/serverIdleStopMs\/a/],
  ])("%j is refused when the pool is made", (options, message) => {
    expect(() => fakePool([fakeConfig("a")], options as never)).toThrow(message);
  });
});
