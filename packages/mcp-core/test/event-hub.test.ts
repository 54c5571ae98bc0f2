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

  test("a handler that throws disturbs nobody, and its error is seen", async () => {
    const hub = createEventHub();
    const seen: string[] = [];
    const thrown = new Promise((resolve) => {
      const others = process.listeners("uncaughtException");
      process.removeAllListeners("uncaughtException");
      process.once("uncaughtException", (error) => {
        for (const other of others) process.on("uncaughtException", other);
        resolve(error);
      });
    });
    hub.on("noise", () => {
      throw new TypeError("mine");
    });
    hub.on("noise", () => seen.push("told"));
    hub.emit(noise(1));
    expect(seen).toEqual(["told"]);
    expect(await thrown).toEqual(new TypeError("mine"));
  });
});
