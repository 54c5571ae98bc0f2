import { createMcpTransportPoolFromTransports } from "@x/pool";
import { describe, expect, it } from "vitest";
import { fakeConfig, fakePool } from "./fixtures/fake-pool.ts";
import { fakePort } from "./fixtures/fake-port.ts";

describe("stop", () => {
  it("stops every server once, however often it is called", async () => {
    const { pool, port } = fakePool([fakeConfig("a"), fakeConfig("b")]);
    await pool.connect();
    await Promise.all([pool.stop(), pool.stop()]);
    await pool.stop();
    await pool[Symbol.asyncDispose]();
    for (const id of ["a", "b"]) expect(port(id).log).toEqual(["connect", "stop"]);
    expect(pool.snapshot().map(({ state, tools }) => [state, tools])).toEqual([
      ["closed", 0],
      ["closed", 0],
    ]);
  });

  it("leaves no listener behind", async () => {
    const { pool, port } = fakePool([fakeConfig("a")]);
    pool.on("stderr", () => {});
    pool.onStateChange(() => {});
    await pool.stop();
    for (const type of ["state", "tools", "stderr"] as const) expect(port("a").listening(type)).toBe(false);
  });

  it("ends every other server where one cannot be stopped, and says so", async () => {
    const { pool, port } = fakePool([fakeConfig("a"), fakeConfig("b")]);
    const stuck = new Error("it does not stop");
    port("a").stop = () => Promise.reject(stuck);
    await expect(pool.stop()).rejects.toBe(stuck);
    expect(port("b").state).toBe("closed");
    expect(port("a").listening("state")).toBe(false);
  });

  it("waits for a server that is just being removed", async () => {
    const { pool, port } = fakePool([fakeConfig("a")]);
    const order: string[] = [];
    const stopFake = port("a").stop;
    port("a").stop = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await stopFake();
      order.push("a is gone");
    };
    const removal = pool.remove("a");
    await new Promise((resolve) => setTimeout(resolve));
    await pool.stop();
    order.push("the pool is gone");
    await removal;
    expect(order).toEqual(["a is gone", "the pool is gone"]);
  });

  it("makes everything else fail with `closed`, and nothing is sent", async () => {
    const { pool } = fakePool([fakeConfig("a")]);
    await pool.connect();
    await pool.stop();
    const closed = { code: "closed", outcome: "not-sent" };
    await expect(pool.callTool("a__echo", {})).rejects.toMatchObject(closed);
    await expect(pool.connect()).rejects.toMatchObject(closed);
    await expect(pool.listToolsWithErrors()).rejects.toMatchObject(closed);
    await expect(pool.request("ping", {}, { serverId: "a" })).rejects.toMatchObject(closed);
  });

  it("ends what waits for its turn", async () => {
    const { pool, port } = fakePool([fakeConfig("a")], { limits: { maxInFlight: 1 } });
    await pool.connect();
    port("a").onCall = () => new Promise(() => {});
    const running = pool.callTool("a__echo", {});
    const waiting = pool.callTool("a__echo", {});
    running.catch(() => {});
    const refused = expect(waiting).rejects.toMatchObject({ code: "closed", outcome: "not-sent" });
    await new Promise((resolve) => setTimeout(resolve));
    await pool.stop();
    await refused;
    expect(port("a").log).toEqual(["connect", "call echo", "stop"]);
  });
});

describe("ready-made transports", () => {
  it("are stopped with the pool and by remove", async () => {
    const [a, b] = [fakePort("a"), fakePort("b")];
    const pool = createMcpTransportPoolFromTransports({ transports: [a, b] });
    await pool.connect();
    await pool.remove("a");
    expect([a.state, b.state]).toEqual(["closed", "connected"]);
    await pool.stop();
    expect(b.state).toBe("closed");
  });

  it("go on where the pool does not own them", async () => {
    const [a, b] = [fakePort("a"), fakePort("b")];
    const pool = createMcpTransportPoolFromTransports({ transports: [a, b], owned: false });
    await pool.connect();
    const removed: (readonly string[])[] = [];
    pool.on("tools", (event) => removed.push(event.removed));
    await pool.remove("a");
    expect(removed).toEqual([["a__echo"]]);
    await pool.stop();
    expect(pool.state).toBe("closed");
    expect([a.state, b.state]).toEqual(["connected", "connected"]);
    expect(a.listening("state") || b.listening("state")).toBe(false);
    expect((await b.callTool("echo", {})).output).toBe("b/echo");
  });
});
