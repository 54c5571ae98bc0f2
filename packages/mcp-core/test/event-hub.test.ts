import { createEventHub, type McpEvent } from "@x/mcp-core";
import { describe, expect, test } from "vitest";

const noise = (bytes: number): McpEvent => ({ type: "noise", serverId: "s", at: 0, bytes });

describe("an event hub", () => {
  test("tells subscribers of a type, in order, and nobody else", () => {
    const hub = createEventHub();
    const seen: unknown[] = [];
    hub.on("noise", ({ bytes }) => seen.push(["first", bytes]));
    hub.on("noise", ({ bytes }) => seen.push(["second", bytes]));
    hub.on("stderr", () => seen.push("wrong"));
    hub.emit(noise(1));
    expect(seen).toEqual([
      ["first", 1],
      ["second", 1],
    ]);
  });

  test("knows whether anybody listens", () => {
    const hub = createEventHub();
    expect(hub.has("noise")).toBe(false);
    const off = hub.on("noise", () => {});
    expect(hub.has("noise")).toBe(true);
    off();
    off();
    expect(hub.has("noise")).toBe(false);
  });

  test("a function that subscribed twice is told twice and leaves twice", () => {
    const hub = createEventHub();
    let count = 0;
    const handler = (): void => void count++;
    const [first, second] = [hub.on("noise", handler), hub.on("noise", handler)];
    hub.emit(noise(1));
    first();
    first();
    hub.emit(noise(1));
    second();
    hub.emit(noise(1));
    expect(count).toBe(3);
  });

  test("an old unsubscription does not touch a new subscriber", () => {
    const hub = createEventHub();
    const off = hub.on("noise", () => {});
    hub.clear();
    let count = 0;
    hub.on("noise", () => void count++);
    off();
    hub.emit(noise(1));
    expect([count, hub.has("noise")]).toEqual([1, true]);
  });

  test("handlers may come and go while it emits", () => {
    const hub = createEventHub();
    const seen: string[] = [];
    const off = hub.on("noise", () => {
      seen.push("once");
      off();
      hub.on("noise", () => seen.push("later"));
    });
    hub.emit(noise(1));
    hub.emit(noise(1));
    expect(seen).toEqual(["once", "later"]);
  });

  test("a handler that throws disturbs nobody, and its first error is seen where nobody asked for it", async () => {
    const hub = createEventHub();
    const seen: number[] = [];
    const uncaught = watchUncaught();
    hub.on("noise", ({ bytes }) => {
      throw new TypeError(`mine ${bytes}`);
    });
    hub.on("noise", async ({ bytes }) => {
      throw new RangeError(`mine later ${bytes}`);
    });
    hub.on("noise", ({ bytes }) => seen.push(bytes));
    for (let bytes = 0; bytes < 5; bytes++) hub.emit(noise(bytes));
    expect(seen).toEqual([0, 1, 2, 3, 4]);
    await expect.poll(() => uncaught.errors.length).toBeGreaterThanOrEqual(2);
    await new Promise((resolve) => setImmediate(resolve));
    expect(uncaught.end()).toEqual([new TypeError("mine 0"), new RangeError("mine later 0")]);
  });

  test("the first error of each handler is an event for whoever wants it, and then nothing is uncaught", async () => {
    const hub = createEventHub();
    const failures: [string, unknown][] = [];
    const uncaught = watchUncaught();
    hub.on("handler-failed", ({ of, error, serverId }) => failures.push([`${serverId} ${of}`, error]));
    hub.on("noise", () => {
      throw new TypeError("mine");
    });
    hub.on("noise", async () => {
      throw new RangeError("later");
    });
    for (let bytes = 0; bytes < 5; bytes++) hub.emit(noise(bytes));
    await new Promise((resolve) => setImmediate(resolve));
    expect(failures).toEqual([
      ["s noise", new TypeError("mine")],
      ["s noise", new RangeError("later")],
    ]);
    expect(uncaught.end()).toEqual([]);
  });

  test("one that hears of failures and fails itself is uncaught, once, and ends in no loop", async () => {
    const hub = createEventHub();
    const uncaught = watchUncaught();
    hub.on("handler-failed", () => {
      throw new Error("failed too");
    });
    for (const word of ["one", "two"])
      hub.on("noise", () => {
        throw new Error(word);
      });
    hub.emit(noise(1));
    await new Promise((resolve) => setImmediate(resolve));
    expect(uncaught.end()).toEqual([new Error("failed too")]);
  });
});

/** Takes uncaught errors away from the test runner until it ends. */
function watchUncaught(): { readonly errors: unknown[]; end(): readonly unknown[] } {
  const errors: unknown[] = [];
  const others = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  const take = (error: unknown): void => void errors.push(error);
  process.on("uncaughtException", take);
  return {
    errors,
    end() {
      process.off("uncaughtException", take);
      for (const other of others) process.on("uncaughtException", other);
      return errors;
    },
  };
}
