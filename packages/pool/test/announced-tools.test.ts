import { describe, expect, it } from "vitest";
import { fakeConfig, fakePool } from "./fixtures/fake-pool.ts";
import { fakeTool } from "./fixtures/fake-port.ts";

/** A pool whose one server announces tools while its list is under way, as a session does. */
function announcing(listed: readonly string[], announced: readonly string[], failure?: Error) {
  const { pool, port } = fakePool([fakeConfig("a")]);
  const told: (readonly string[])[] = [];
  pool.on("tools", ({ added }) => told.push(added));
  port("a").tools = listed.map((name) => fakeTool(name));
  port("a").onList = async () => {
    port("a").emit({ type: "tools", added: announced, removed: [], changed: [] });
    if (failure !== undefined) throw failure;
  };
  return { pool, told };
}

describe("tools announced while they are being listed", () => {
  it("are told once, with the list that brings them", async () => {
    const { pool, told } = announcing(["x", "y"], ["x", "y"]);
    expect((await pool.connect()).map(({ name }) => name)).toEqual(["a__x", "a__y"]);
    expect(told).toEqual([["a__x", "a__y"]]);
    await pool.stop();
  });

  it("can be called where the list was read before the announcement and lacks them", async () => {
    const { pool, told } = announcing(["x"], ["x", "late"]);
    await pool.connect();
    expect(told).toEqual([["a__x"], ["a__late"]]);
    expect((await pool.callTool("a__late", {})).output).toBe("a/late");
    await pool.stop();
  });

  it("are told where the list fails", async () => {
    const { pool, told } = announcing([], ["x"], new Error("no answer"));
    await expect(pool.connect()).rejects.toThrow("no answer");
    expect(told).toEqual([["a__x"]]);
    await pool.stop();
  });
});
