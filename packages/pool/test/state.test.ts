import type { McpState, McpStateChange } from "@x/mcp-core";
import { createMcpTransportPoolFromTransports } from "@x/pool";
import { describe, expect, it } from "vitest";
import { fakeConfig, fakePool } from "./fixtures/fake-pool.ts";
import { fakePort } from "./fixtures/fake-port.ts";

describe("the state of a pool", () => {
  it("is that of all servers together, told once for each change", async () => {
    const { pool, port } = fakePool([fakeConfig("a"), fakeConfig("b")]);
    const told: (readonly [McpState, McpState, string])[] = [];
    pool.onStateChange((state, previous, { reason }) => told.push([state, previous, reason]));
    await pool.connect();
    port("b").move("reconnecting", { reason: "dropped" });
    expect(pool.state).toBe("reconnecting");
    port("b").move("connected", { reason: "connected" });
    port("a").move("disconnected", { reason: "crash-loop" });
    expect(pool.state).toBe("connected");
    await pool.stop();
    expect(pool.state).toBe("closed");
    expect(told).toEqual([
      ["connecting", "disconnected", "connect"],
      ["connected", "connecting", "connected"],
      ["reconnecting", "connected", "dropped"],
      ["connected", "reconnecting", "connected"],
      ["closed", "connected", "stopped"],
    ]);
  });

  it("is disconnected without any server, and closed after stop", async () => {
    const { pool } = fakePool([]);
    expect(pool.state).toBe("disconnected");
    const told: McpState[] = [];
    pool.onStateChange((state) => told.push(state));
    await pool.stop();
    expect(pool.state).toBe("closed");
    expect(told).toEqual(["closed"]);
  });

  it("stands beside each server's own state in the events", async () => {
    const { pool } = fakePool([fakeConfig("a")], { serverId: "all" });
    const told: (readonly [string, McpState])[] = [];
    pool.on("state", ({ serverId, change }) => told.push([serverId, change.state]));
    await pool.connect();
    expect(told).toEqual([
      ["a", "connecting"],
      ["all", "connecting"],
      ["a", "connected"],
      ["all", "connected"],
    ]);
    await pool.stop();
  });
});

describe("the snapshot", () => {
  it("counts the times a server came back and knows when the next attempt starts", async () => {
    const { pool, port } = fakePool([fakeConfig("a")]);
    await pool.connect();
    const drop: Partial<McpStateChange> = { reason: "dropped", at: 1000, attempt: 1, nextAttemptInMs: 250 };
    port("a").move("reconnecting", drop);
    expect(pool.snapshot()[0]).toMatchObject({
      state: "reconnecting",
      restarts: 0,
      nextAttemptAt: 1250,
      tools: 1,
    });
    port("a").move("connected", { reason: "connected" });
    expect(pool.snapshot()[0]).toMatchObject({ state: "connected", restarts: 1 });
    expect(pool.snapshot()[0]).not.toHaveProperty("nextAttemptAt");
    await pool.stop();
  });

  it("asks no server for anything", async () => {
    const { pool, port } = fakePool([fakeConfig("a")]);
    expect(pool.snapshot()).toMatchObject([{ serverId: "a", state: "disconnected", tools: 0 }]);
    expect(pool.quarantined).toEqual([]);
    expect(port("a").log).toEqual([]);
    await pool.stop();
  });
});

describe("events of a server", () => {
  it("are passed on under its id, and asked for only while somebody listens", async () => {
    const { pool, port } = fakePool([fakeConfig("a")]);
    expect(port("a").listening("stderr")).toBe(false);
    const texts: string[] = [];
    const off = pool.on("stderr", ({ serverId, text }) => texts.push(`${serverId} ${text}`));
    pool.add(fakeConfig("b"));
    port("a").emit({ type: "stderr", text: "one" });
    port("b").emit({ type: "stderr", text: "two" });
    expect(texts).toEqual(["a one", "b two"]);
    off();
    off();
    expect(port("a").listening("stderr")).toBe(false);
    expect(port("b").listening("stderr")).toBe(false);
    await pool.stop();
  });

  it("about its tools have the names the pool takes, and route at once", async () => {
    const { pool, port } = fakePool([fakeConfig("a")]);
    await pool.connect();
    const seen: unknown[] = [];
    pool.on("tools", ({ added, removed, changed }) => seen.push({ added, removed, changed }));
    port("a").emit({ type: "tools", added: ["new"], removed: ["echo"], changed: [] });
    port("a").emit({ type: "tools", added: [], removed: [], changed: ["new", "nobody"] });
    expect(seen).toEqual([
      { added: ["a__new"], removed: ["a__echo"], changed: [] },
      { added: [], removed: [], changed: ["a__new"] },
    ]);
    expect((await pool.callTool("a__new", {})).output).toBe("a/new");
    expect(port("a").log).toEqual(["connect", "call new"]);
    await pool.stop();
  });
});

describe("a server that is stopped by somebody else", () => {
  it("loses its tools and says why a call cannot be made", async () => {
    const { pool, port } = fakePool([fakeConfig("a"), fakeConfig("b")]);
    await pool.connect();
    await port("a").stop();
    expect(pool.snapshot()[0]).toMatchObject({ state: "closed", tools: 0 });
    await expect(pool.callTool("a__echo", {})).rejects.toMatchObject({ code: "closed" });
    expect((await pool.callTool("b__echo", {})).output).toBe("b/echo");
    await pool.stop();
  });
});

describe("a pool within a pool", () => {
  it("is one server with prefixed tools", async () => {
    const inner = createMcpTransportPoolFromTransports({ serverId: "inner", transports: [fakePort("a")] });
    const outer = createMcpTransportPoolFromTransports({ transports: [inner, fakePort("b")] });
    const tools = await outer.connect();
    expect(tools.map(({ serverId, serverToolName }) => [serverId, serverToolName])).toEqual([
      ["inner", "a__echo"],
      ["b", "echo"],
    ]);
    const [pooled] = tools;
    expect((await outer.callTool(pooled?.name ?? "", {})).output).toBe("a/echo");
    await outer.stop();
    expect(inner.state).toBe("closed");
  });
});
