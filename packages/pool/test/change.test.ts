import { ConfigError } from "@x/mcp-core";
import { describe, expect, it } from "vitest";
import { fakeConfig, fakePool } from "./fixtures/fake-pool.ts";

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe("add", () => {
  it("connects by itself only where the pool was connected", async () => {
    const { pool, port } = fakePool([fakeConfig("a")]);
    pool.add(fakeConfig("b"));
    expect(port("b").log).toEqual([]);
    await pool.connect();
    pool.add(fakeConfig("c"));
    await settled();
    expect(port("c").log).toEqual(["connect"]);
    expect(pool.serverIds).toEqual(["a", "b", "c"]);
    expect((await pool.callTool("c__echo", {})).output).toBe("c/echo");
    await pool.stop();
  });

  it("refuses a bad declaration and changes nothing", async () => {
    const { pool, made } = fakePool([fakeConfig("a")]);
    expect(() => pool.add(fakeConfig("a"))).toThrow(ConfigError);
    expect(() => pool.add({ kind: "fax", serverId: "b" })).toThrow(ConfigError);
    expect(pool.serverIds).toEqual(["a"]);
    expect(made.size).toBe(1);
    await pool.stop();
  });
});

describe("remove", () => {
  it("stops the server, forgets its tools and tells it", async () => {
    const { pool, port } = fakePool([fakeConfig("a"), fakeConfig("b")]);
    await pool.connect();
    const removed: unknown[] = [];
    pool.on("tools", (event) => removed.push([event.serverId, event.removed]));
    const gone = port("a");
    await pool.remove("a");
    expect(gone.state).toBe("closed");
    expect(removed).toEqual([["a", ["a__echo"]]]);
    expect(pool.server("a")).toBeUndefined();
    expect(pool.serverIds).toEqual(["b"]);
    await expect(pool.callTool("a__echo", {})).rejects.toMatchObject({ code: "tool_not_found" });
    await pool.remove("a");
    await pool.stop();
  });

  it("lets go of everything: a thousand servers come and go and nothing listens any more", async () => {
    const { pool, made } = fakePool([fakeConfig("stays")]);
    await pool.connect();
    const off = pool.on("noise", () => {});
    for (let index = 0; index < 1000; index++) {
      pool.add(fakeConfig("guest", { version: index }));
      await pool.remove("guest");
    }
    const guests = made.get("default/guest") ?? [];
    expect(guests).toHaveLength(1000);
    for (const type of ["state", "tools", "noise"] as const)
      expect(guests.some((port) => port.listening(type))).toBe(false);
    expect(guests.every(({ state }) => state === "closed")).toBe(true);
    expect(pool.serverIds).toEqual(["stays"]);
    off();
    await pool.stop();
  });
});

describe("reconfigure", () => {
  it("restarts only what changed", async () => {
    const { pool, port, made } = fakePool(["same", "changed", "missing"].map((id) => fakeConfig(id)));
    await pool.connect();
    const before = { same: port("same"), changed: port("changed"), missing: port("missing") };
    await pool.reconfigure([
      fakeConfig("new"),
      fakeConfig("changed", { version: 2 }),
      JSON.parse(JSON.stringify(fakeConfig("same"))),
    ]);
    await settled();
    expect(port("same")).toBe(before.same);
    expect(before.same.log).toEqual(["connect"]);
    expect(before.changed.state).toBe("closed");
    expect(before.missing.state).toBe("closed");
    expect(port("changed").log).toEqual(["connect"]);
    expect(port("new").log).toEqual(["connect"]);
    expect(pool.serverIds).toEqual(["new", "changed", "same"]);
    expect((await pool.listTools()).map(({ name }) => name)).toEqual([
      "new__echo",
      "changed__echo",
      "same__echo",
    ]);
    expect(made.get("default/same")).toHaveLength(1);
    await pool.stop();
  });

  it("does nothing where the same is declared in another order of keys", async () => {
    const { pool, port } = fakePool([fakeConfig("a", { version: 1, tools: ["x"] })]);
    await pool.connect();
    await pool.reconfigure([{ tools: ["x"], version: 1, serverId: "a", kind: "fake" }]);
    await pool.reconfigure([{ version: 1, kind: "fake", tools: ["x"], serverId: "a" }]);
    expect(port("a").log).toEqual(["connect"]);
    await pool.stop();
  });

  it("changes nothing where one declaration is bad", async () => {
    const { pool, port } = fakePool([fakeConfig("a")]);
    await pool.connect();
    const next = [fakeConfig("b"), { kind: "fax", serverId: "c" }];
    await expect(pool.reconfigure(next)).rejects.toMatchObject({
      code: "config",
      pointer: "/servers/1/kind",
    });
    expect(pool.serverIds).toEqual(["a"]);
    expect(port("a").state).toBe("connected");
    await pool.stop();
  });

  it("runs one after the other, and the last one holds", async () => {
    const { pool } = fakePool([fakeConfig("a")]);
    await pool.connect();
    await Promise.all([
      pool.reconfigure([fakeConfig("a", { version: 2 }), fakeConfig("b")]),
      pool.reconfigure([fakeConfig("b", { version: 3 })]),
      pool.reconfigure([fakeConfig("c"), fakeConfig("b", { version: 3 })]),
    ]);
    expect(pool.serverIds).toEqual(["c", "b"]);
    await pool.stop();
  });
});
