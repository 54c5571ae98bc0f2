import { type Clock, memoryStore, systemClock } from "@x/mcp-core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

let now = 0;
const clock: Clock = { now: () => now, random: () => 0, after: () => () => {} };

describe("the memory store", () => {
  test("reads what was written, each write under a version of its own", async () => {
    const store = memoryStore();
    expect(await store.get("a")).toBeUndefined();
    const first = await store.put("a", "1");
    const second = await store.put("a", "1");
    expect(first?.version).not.toBe(second?.version);
    expect(await store.get("a")).toEqual({ value: "1", version: second?.version });
    expect(await memoryStore().get("a")).toBeUndefined();
  });

  test("writes only over the version that was expected", async () => {
    const store = memoryStore();
    expect(await store.put("a", "1", { ifVersion: "7" })).toBeUndefined();
    const first = await store.put("a", "1", { ifVersion: null });
    expect(first).toBeDefined();
    expect(await store.put("a", "2", { ifVersion: null })).toBeUndefined();
    const second = await store.put("a", "2", { ifVersion: first?.version ?? "" });
    expect(second).toBeDefined();
    expect(await store.put("a", "3", { ifVersion: first?.version ?? "" })).toBeUndefined();
    expect((await store.get("a"))?.value).toBe("2");
  });

  test("of many that write at once on one version, one wins", async () => {
    const store = memoryStore();
    const writes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.put("a", String(index), { ifVersion: null })),
    );
    expect(writes.filter((write) => write !== undefined)).toHaveLength(1);
  });

  test("gives a value away once", async () => {
    const store = memoryStore();
    const version = (await store.put("a", "1"))?.version ?? "";
    expect(await store.delete("a", { ifVersion: "other" })).toBe(false);
    const taken = await Promise.all([
      store.delete("a", { ifVersion: version }),
      store.delete("a"),
      store.delete("a"),
    ]);
    expect(taken).toEqual([true, false, false]);
  });

  test("forgets what expired, for every operation", async () => {
    const store = memoryStore({ clock });
    now = 1_000;
    const write = await store.put("a", "1", { ttlMs: 100 });
    now = 1_099;
    expect((await store.get("a"))?.value).toBe("1");
    now = 1_100;
    expect(await store.get("a")).toBeUndefined();
    expect(await store.delete("a")).toBe(false);
    expect(await store.put("a", "2", { ifVersion: write?.version ?? "" })).toBeUndefined();
    expect(await store.put("a", "2", { ifVersion: null })).toBeDefined();
    now = 1e15;
    expect((await store.get("a"))?.value).toBe("2");
  });

  test("rejects under an aborted signal and does nothing", async () => {
    const store = memoryStore();
    const options = { signal: AbortSignal.abort("why") };
    await expect(store.get("a", options)).rejects.toMatchObject({ code: "cancelled", cause: "why" });
    await expect(store.put("a", "1", options)).rejects.toMatchObject({ code: "cancelled" });
    expect(await store.get("a")).toBeUndefined();
  });

  test("holds no more than lives, though nobody asks for what expired", async () => {
    const clockReads = vi.fn(() => now);
    now = 0;
    const store = memoryStore({ clock: { ...clock, now: clockReads } });
    for (let index = 0; index < 5_000; index++) {
      now++;
      await store.put(`k${index}`, "x", { ttlMs: 10 });
    }
    clockReads.mockClear();
    for (let index = 0; index < 100; index++) await store.put(`l${index}`, "x");
    // A sweep looks at every entry there is: had the 5,000 stayed, it would look at thousands.
    expect(clockReads.mock.calls.length).toBeLessThan(1_000);
  });
});

describe("locks of the memory store", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const held = (): { readonly done: Promise<void>; readonly release: () => void } => {
    let release = (): void => {};
    const done = new Promise<void>((resolve) => {
      release = resolve;
    });
    return { done, release };
  };
  const long = { leaseMs: 60_000, waitMs: 60_000 };

  test("let one holder in at a time, first come, first served, with growing fences", async () => {
    const store = memoryStore();
    const order: string[] = [];
    const fences: number[] = [];
    let inside = 0;
    await Promise.all(
      ["a", "b", "c", "d"].map((name) =>
        store.lock("key", long, async ({ fence }) => {
          expect(++inside).toBe(1);
          order.push(name);
          fences.push(fence);
          await Promise.resolve();
          inside--;
        }),
      ),
    );
    expect(order).toEqual(["a", "b", "c", "d"]);
    expect(fences).toEqual(fences.toSorted((x, y) => x - y));
    expect(new Set(fences).size).toBe(4);
  });

  test("keep keys apart, give the result back and are free after an error", async () => {
    const store = memoryStore();
    const first = held();
    const slow = store.lock("a", long, () => first.done);
    expect(await store.lock("b", long, async () => 7)).toBe(7);
    first.release();
    await slow;
    await expect(store.lock("a", long, () => Promise.reject(new TypeError("no")))).rejects.toThrow(TypeError);
    expect(await store.lock("a", { leaseMs: 1, waitMs: 0 }, async () => "free")).toBe("free");
  });

  test("end a wait that takes too long, and nobody else's", async () => {
    const store = memoryStore();
    const first = held();
    const holder = store.lock("a", long, () => first.done);
    const short = store.lock("a", { leaseMs: 1_000, waitMs: 50 }, async () => "never");
    const patient = store.lock("a", long, async () => "late");
    const failed = expect(short).rejects.toMatchObject({ code: "timeout", deadline: "lock", timeoutMs: 50 });
    await vi.advanceTimersByTimeAsync(50);
    await failed;
    first.release();
    await holder;
    expect(await patient).toBe("late");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("end the wait of whoever aborts, before it and during it", async () => {
    const store = memoryStore();
    const first = held();
    const holder = store.lock("a", long, () => first.done);
    const stop = new AbortController();
    const waiting = store.lock("a", { ...long, signal: stop.signal }, async () => "never");
    const next = store.lock("a", long, async () => "next");
    stop.abort("why");
    await expect(waiting).rejects.toMatchObject({ code: "cancelled", cause: "why", outcome: "not-sent" });
    await expect(
      store.lock("b", { ...long, signal: stop.signal }, async () => "never"),
    ).rejects.toMatchObject({ code: "cancelled" });
    first.release();
    await holder;
    expect(await next).toBe("next");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("pass on when a lease ends, tell the old holder, and survive its late end", async () => {
    const store = memoryStore();
    const first = held();
    const second = held();
    let ended: unknown;
    let fenceOfFirst = 0;
    const slow = store.lock("a", { leaseMs: 100, waitMs: 0 }, async ({ signal, fence }) => {
      fenceOfFirst = fence;
      signal.addEventListener("abort", () => {
        ended = signal.reason;
      });
      await first.done;
    });
    const seen: string[] = [];
    const next = store.lock("a", long, async ({ fence }) => {
      expect(fence).toBeGreaterThan(fenceOfFirst);
      seen.push("second in");
      await second.done;
      seen.push("second out");
    });
    const third = store.lock("a", long, async () => void seen.push("third in"));
    await vi.advanceTimersByTimeAsync(100);
    expect(ended).toMatchObject({ code: "timeout" });
    expect(seen).toEqual(["second in"]);
    first.release();
    await slow;
    // The old holder's end must not free what the second holds.
    expect(seen).toEqual(["second in"]);
    second.release();
    await Promise.all([next, third]);
    expect(seen).toEqual(["second in", "second out", "third in"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("are free for the next one when a lease ends without anybody waiting", async () => {
    const store = memoryStore({ clock: systemClock() });
    const first = held();
    const slow = store.lock("a", { leaseMs: 100, waitMs: 0 }, () => first.done);
    await vi.advanceTimersByTimeAsync(100);
    expect(await store.lock("a", { leaseMs: 100, waitMs: 0 }, async () => "in")).toBe("in");
    first.release();
    await slow;
  });
});
