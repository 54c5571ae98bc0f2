import { OperationCancelledError, OperationTimeoutError } from "@x/mcp-core";
import { describe, expect, it } from "vitest";
import { fakeConfig, fakePool } from "./fixtures/fake-pool.ts";

const never = (): Promise<void> => new Promise(() => {});

describe("twenty servers, four of them bad", () => {
  const ids = Array.from({ length: 20 }, (_, index) => `s${index}`);
  const bad = { hangs: "s3", crashes: "s7", floods: "s11", lies: "s19" };

  it("leave sixteen usable, and the snapshot tells the truth about the four", async () => {
    const { pool, port } = fakePool(ids.map((id) => fakeConfig(id)));
    port(bad.hangs).onList = never;
    port(bad.crashes).onList = () => Promise.reject(new Error("exit code 1"));
    port(bad.floods).onList = async () => {
      for (let index = 0; index < 10_000; index++) port(bad.floods).emit({ type: "noise", bytes: 1 });
      throw new Error("flood");
    };
    port(bad.lies).onList = () => Promise.reject(new Error("the answer is no list"));

    const tools = await pool.connect({ timeoutMs: 50 });
    expect(tools.map(({ serverId }) => serverId)).toEqual(
      ids.filter((id) => !Object.values(bad).includes(id)),
    );
    for (const { name, serverId } of tools)
      expect((await pool.callTool(name, {})).output).toBe(`${serverId}/echo`);

    const about = new Map(pool.snapshot().map((server) => [server.serverId, server]));
    expect(about.get(bad.hangs)).toMatchObject({
      state: "connecting",
      tools: 0,
      lastError: { code: "timeout" },
    });
    for (const id of [bad.crashes, bad.floods, bad.lies])
      expect(about.get(id)).toMatchObject({ tools: 0, lastError: { code: "connect_failed", serverId: id } });
    expect(about.get("s0")).toEqual({
      serverId: "s0",
      state: "connected",
      serverInfo: undefined,
      tools: 1,
      quarantined: [],
      restarts: 0,
    });
    await pool.stop();
  });
});

describe("a server that is slow", () => {
  it("is taken in when it comes, and told by an event", async () => {
    const { pool, port } = fakePool([fakeConfig("fast"), fakeConfig("slow")]);
    let arrive = (): void => {};
    port("slow").onList = () => new Promise((resolve) => (arrive = resolve));
    const events: unknown[] = [];
    pool.on("tools", ({ serverId, added }) => events.push([serverId, added]));

    expect((await pool.connect({ timeoutMs: 20 })).map(({ name }) => name)).toEqual(["fast__echo"]);
    expect(events).toEqual([["fast", ["fast__echo"]]]);
    expect(pool.state).toBe("connecting");
    arrive();
    await new Promise((resolve) => setTimeout(resolve));
    expect(events).toEqual([
      ["fast", ["fast__echo"]],
      ["slow", ["slow__echo"]],
    ]);
    expect(pool.snapshot()[1]).not.toHaveProperty("lastError");
    expect((await pool.callTool("slow__echo", {})).output).toBe("slow/echo");
    await pool.stop();
  });

  it("is not waited for again by a list that names no time of its own", async () => {
    const { pool, port } = fakePool([fakeConfig("fast"), fakeConfig("slow")]);
    port("slow").onList = never;
    await pool.connect({ timeoutMs: 20 });
    const { tools, errors } = await pool.listToolsWithErrors();
    expect(tools.map(({ name }) => name)).toEqual(["fast__echo"]);
    expect(errors.slow).toBeInstanceOf(OperationTimeoutError);
    expect(port("slow").log).toEqual(["connect"]);
    await pool.stop();
  });

  it("lists too late to undo a newer list", async () => {
    const { pool, port } = fakePool([fakeConfig("a", { tools: ["new"] })]);
    let arrive = (): void => {};
    port("a").onList = () => new Promise((resolve) => (arrive = resolve));
    const first = pool.connect();
    const answer = arrive;
    port("a").onList = async () => {};
    expect((await pool.listTools()).map(({ name }) => name)).toEqual(["a__new"]);
    port("a").tools = [];
    answer();
    await first;
    expect(pool.snapshot()[0]?.tools).toBe(1);
    await pool.stop();
  });
});

describe("failures", () => {
  it("of single servers are reported beside the tools", async () => {
    const { pool, port } = fakePool([fakeConfig("a"), fakeConfig("b")]);
    const down = new Error("down");
    port("b").onList = () => Promise.reject(down);
    const { tools, errors, durationsMs } = await pool.listToolsWithErrors();
    expect(tools.map(({ name }) => name)).toEqual(["a__echo"]);
    expect(Object.keys(errors)).toEqual(["b"]);
    expect(errors.b).toMatchObject({ code: "connect_failed", serverId: "b", cause: down });
    expect(Object.keys(durationsMs).sort()).toEqual(["a", "b"]);
    await pool.stop();
  });

  it("of all servers reject: no tools at all is no success", async () => {
    const { pool, port } = fakePool([fakeConfig("a"), fakeConfig("b")]);
    for (const id of ["a", "b"]) port(id).onList = () => Promise.reject(new Error("down"));
    const error = await pool.connect().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "connect_failed", cause: { errors: [{}, {}] } });
    expect(String(error)).toContain("a (connect_failed), b (connect_failed)");
    expect((await pool.listToolsWithErrors()).tools).toEqual([]);
    await pool.stop();
  });

  it("of the only server are thrown as they came", async () => {
    const { pool, port } = fakePool([fakeConfig("a")]);
    const other = new TypeError("of another family");
    port("a").onList = () => Promise.reject(other);
    await expect(pool.connect()).rejects.toBe(other);
    await expect(fakePool([]).pool.connect()).resolves.toEqual([]);
    await pool.stop();
  });

  it("of a connected server are failures of the list", async () => {
    const { pool, port } = fakePool([fakeConfig("a")]);
    await pool.connect();
    port("a").onList = () => Promise.reject(new Error("garbage"));
    expect((await pool.listToolsWithErrors()).errors.a).toMatchObject({ code: "list_failed", phase: "list" });
    expect(pool.snapshot()[0]).toMatchObject({
      state: "connected",
      tools: 1,
      lastError: { code: "list_failed" },
    });
    await pool.stop();
  });

  it("do not outlive a list that works", async () => {
    const { pool, port } = fakePool([fakeConfig("a")]);
    port("a").onList = () => Promise.reject(new Error("down"));
    await pool.listToolsWithErrors();
    expect(pool.snapshot()[0]?.lastError?.code).toBe("connect_failed");
    port("a").onList = async () => {};
    await pool.listTools();
    expect(pool.snapshot()[0]?.lastError).toBeUndefined();
    await pool.stop();
  });

  it("leave a caller who gives up alone in that", async () => {
    const { pool, port } = fakePool([fakeConfig("a")]);
    port("a").onList = never;
    const giveUp = new AbortController();
    const first = pool.connect({ signal: giveUp.signal });
    giveUp.abort(new Error("enough"));
    const error = await first.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OperationCancelledError);
    expect(error).toMatchObject({ cause: { message: "enough" } });
    expect(pool.snapshot()[0]?.lastError).toBeUndefined();
    await expect(pool.connect({ signal: giveUp.signal })).rejects.toThrow(OperationCancelledError);
    await pool.stop();
  });
});
