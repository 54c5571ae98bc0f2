import { ConfigError, memoryStore } from "@x/mcp-core";
import { createMcpTransportPool, createMcpTransportPoolFromTransports } from "@x/pool";
import { describe, expect, it } from "vitest";
import { fakeConfig, fakePool } from "./fixtures/fake-pool.ts";
import { fakePort } from "./fixtures/fake-port.ts";

describe("as", () => {
  it("gives each principal its own connections, known to the factory by its name", async () => {
    const { pool, made } = fakePool([fakeConfig("a")], { principal: "ann" });
    const ben = pool.as("ben");
    await ben.connect();
    expect([...made.keys()]).toEqual(["ann/a", "ben/a"]);
    expect(made.get("ann/a")?.[0]?.log).toEqual([]);
    expect(made.get("ben/a")?.[0]?.log).toEqual(["connect"]);
    expect(ben.server("a")).not.toBe(pool.server("a"));
    expect(pool.state).toBe("disconnected");
    expect(ben.state).toBe("connected");
    await pool.stop();
  });

  it("tells nobody what another principal's servers do", async () => {
    const { pool } = fakePool([fakeConfig("a")]);
    const seen: string[] = [];
    pool.on("state", ({ serverId }) => seen.push(serverId));
    pool.as("ben").on("tools", ({ serverId }) => seen.push(`ben ${serverId}`));
    await pool.as("ann").connect();
    expect(seen).toEqual([]);
    await pool.stop();
  });

  it("gives the same principal the same pool, until that is stopped", async () => {
    const { pool } = fakePool([fakeConfig("a")], { principal: "ann" });
    const ben = pool.as("ben");
    expect(pool.as("ben")).toBe(ben);
    expect(ben.as("ann")).toBe(pool);
    await ben.stop();
    await expect(ben.callTool("a__echo", {})).rejects.toMatchObject({ code: "closed", outcome: "not-sent" });
    expect(pool.as("ben")).not.toBe(ben);
    expect(pool.state).not.toBe("closed");
    await pool.stop();
  });

  it("follows every change of the servers, whoever makes it", async () => {
    const { pool, made } = fakePool([fakeConfig("a")]);
    const ben = pool.as("ben");
    pool.add(fakeConfig("b"));
    expect(ben.serverIds).toEqual(["a", "b"]);
    await ben.remove("a");
    expect(pool.serverIds).toEqual(["b"]);
    await pool.reconfigure([fakeConfig("b", { version: 2 }), fakeConfig("c")]);
    expect(ben.serverIds).toEqual(["b", "c"]);
    expect(made.get("ben/b")).toHaveLength(2);
    expect(pool.as("cleo").serverIds).toEqual(["b", "c"]);
    await pool.stop();
  });

  it("ends with the pool it came from", async () => {
    const { pool, made } = fakePool([fakeConfig("a")]);
    await pool.as("ben").connect();
    await pool.stop();
    expect(made.get("ben/a")?.[0]?.state).toBe("closed");
    expect(() => pool.as("cleo")).toThrow(/stopped/);
    expect(() => pool.add(fakeConfig("b"))).toThrow(/stopped/);
    await expect(pool.reconfigure([])).rejects.toMatchObject({ code: "closed" });
  });

  it("refuses a principal without a name", async () => {
    const { pool } = fakePool([]);
    expect(() => pool.as("")).toThrow(ConfigError);
    expect(() => fakePool([], { principal: "" })).toThrow(ConfigError);
    await pool.stop();
  });

  it("is not for a pool of ready-made transports", async () => {
    const pool = createMcpTransportPoolFromTransports({ transports: [fakePort("a")] });
    expect(() => pool.as("ben")).toThrow(ConfigError);
    expect(() => pool.add(fakeConfig("b"))).toThrow(ConfigError);
    await expect(pool.reconfigure([])).rejects.toThrow(ConfigError);
    await pool.stop();
  });
});

describe("what a factory gets", () => {
  it("is the store, the handlers, the clock and the principal", () => {
    const store = memoryStore();
    const handlers = { roots: async () => [] };
    const contexts: unknown[] = [];
    createMcpTransportPool({
      servers: [fakeConfig("a")],
      store,
      handlers,
      factories: {
        fake: (config: { readonly kind: string; readonly serverId: string }, context) => {
          contexts.push(context);
          return fakePort(config.serverId);
        },
      },
    });
    expect(contexts).toMatchObject([{ store, handlers, principal: "default" }]);
  });
});
