import { type Clock, systemClock } from "@x/mcp-core";
import { describe, expect, it } from "vitest";
import { createCallGate } from "../src/call-gate.ts";
import { fakeConfig, fakePool } from "./fixtures/fake-pool.ts";

/** Work that ends when the test says so. */
function jobs(): {
  readonly started: number[];
  start(id: number): () => Promise<number>;
  end(id: number): void;
} {
  const started: number[] = [];
  const ends = new Map<number, () => void>();
  return {
    started,
    start: (id) => () => {
      started.push(id);
      return new Promise((resolve) => ends.set(id, () => resolve(id)));
    },
    end: (id) => ends.get(id)?.(),
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe("the limit of a server", () => {
  it("lets calls through in the order they came", async () => {
    const gate = createCallGate({ maxInFlight: 2 }, systemClock(), () => {});
    const work = jobs();
    const all = [1, 2, 3, 4, 5].map((id) => gate.run({ serverId: "a" }, work.start(id)));
    await turn();
    expect(work.started).toEqual([1, 2]);
    work.end(2);
    await turn();
    expect(work.started).toEqual([1, 2, 3]);
    for (const id of [1, 3, 4, 5]) {
      work.end(id);
      await turn();
    }
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5]);
    expect(work.started).toEqual([1, 2, 3, 4, 5]);
  });

  it("is given back by a call that fails", async () => {
    const gate = createCallGate({ maxInFlight: 1 }, systemClock(), () => {});
    const failing = gate.run({ serverId: "a" }, () => Promise.reject(new Error("no")));
    const next = gate.run({ serverId: "a" }, async () => "yes");
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
    expect(await gate.run({ serverId: "a" }, async () => "again")).toBe("again");
  });

  it("turns away what does not fit into the queue, and says so", async () => {
    const full: number[] = [];
    const gate = createCallGate({ maxInFlight: 1, maxQueued: 1 }, systemClock(), (max) => full.push(max));
    const work = jobs();
    const first = gate.run({ serverId: "a" }, work.start(1));
    const second = gate.run({ serverId: "a" }, work.start(2));
    await expect(gate.run({ serverId: "a", toolName: "t" }, work.start(3))).rejects.toMatchObject({
      code: "limit",
      outcome: "not-sent",
      retryable: true,
      serverId: "a",
      toolName: "t",
    });
    expect(full).toEqual([1]);
    work.end(1);
    await turn();
    work.end(2);
    expect(await Promise.all([first, second])).toEqual([1, 2]);
  });

  it("forgets a waiting call whose caller gives up or whose time is over", async () => {
    const timers = new Set<() => void>();
    const clock: Clock = {
      ...systemClock(),
      after(_ms, run) {
        timers.add(run);
        return () => timers.delete(run);
      },
    };
    const gate = createCallGate({ maxInFlight: 1 }, clock, () => {});
    const work = jobs();
    const first = gate.run({ serverId: "a" }, work.start(1));
    const giveUp = new AbortController();
    const second = gate.run({ serverId: "a", signal: giveUp.signal }, work.start(2));
    const third = gate.run({ serverId: "a", timeoutMs: 70 }, work.start(3));
    expect(timers.size).toBe(2);
    giveUp.abort(new Error("enough"));
    await expect(second).rejects.toMatchObject({
      code: "cancelled",
      outcome: "not-sent",
      cause: { message: "enough" },
    });
    for (const run of timers) run();
    await expect(third).rejects.toMatchObject({
      code: "timeout",
      deadline: "queue",
      timeoutMs: 70,
      outcome: "not-sent",
    });
    expect(timers.size).toBe(0);
    work.end(1);
    expect(await first).toBe(1);
    expect(work.started).toEqual([1]);
    await expect(gate.run({ serverId: "a", signal: giveUp.signal }, async () => 4)).resolves.toBe(4);
  });
});

describe("the limits of a pool", () => {
  it("hold for each server on its own, and can be set for one of them", async () => {
    const { pool, port } = fakePool([fakeConfig("narrow"), fakeConfig("wide")], {
      limits: { maxInFlight: 3 },
      serverLimits: { narrow: { maxInFlight: 1, maxQueued: 1 } },
    });
    await pool.connect();
    const ends: (() => void)[] = [];
    for (const id of ["narrow", "wide"])
      port(id).onCall = () => new Promise((resolve) => ends.push(() => resolve({ content: [] })));
    const calls = [1, 2].flatMap(() => [pool.callTool("narrow__echo", {}), pool.callTool("wide__echo", {})]);
    const tellings: unknown[] = [];
    pool.on("limit", ({ serverId, limit, actual, max }) => tellings.push({ serverId, limit, actual, max }));
    await expect(pool.callTool("narrow__echo", {})).rejects.toMatchObject({
      code: "limit",
      serverId: "narrow",
    });
    expect(tellings).toEqual([{ serverId: "narrow", limit: "queue", actual: 2, max: 1 }]);
    await turn();
    expect(port("narrow").log.filter((line) => line === "call echo")).toHaveLength(1);
    expect(port("wide").log.filter((line) => line === "call echo")).toHaveLength(2);
    while (ends.length > 0) {
      ends.shift()?.();
      await turn();
    }
    expect(await Promise.all(calls)).toHaveLength(4);
    await pool.stop();
  });
});
