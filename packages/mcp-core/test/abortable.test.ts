import { abortable } from "@x/mcp-core";
import { expect, test } from "vitest";

function listenersOf(signal: AbortSignal): { readonly count: () => number } {
  let count = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = ((...args: Parameters<typeof add>) => {
    count++;
    add(...args);
  }) as typeof signal.addEventListener;
  signal.removeEventListener = ((...args: Parameters<typeof remove>) => {
    count--;
    remove(...args);
  }) as typeof signal.removeEventListener;
  return { count: () => count };
}

test("without a signal it is the promise itself", () => {
  const promise = Promise.resolve(1);
  expect(abortable(promise, undefined, "It")).toBe(promise);
});

test("it gives what the promise gives, and leaves no listener", async () => {
  const { signal } = new AbortController();
  const listeners = listenersOf(signal);
  expect(await abortable(Promise.resolve(1), signal, "It")).toBe(1);
  await expect(abortable(Promise.reject(new TypeError("no")), signal, "It")).rejects.toThrow(TypeError);
  await Promise.resolve();
  expect(listeners.count()).toBe(0);
});

test("an abort ends the wait with the reason, and the promise goes on", async () => {
  const stop = new AbortController();
  let settle = (_value: number): void => {};
  const promise = new Promise<number>((resolve) => {
    settle = resolve;
  });
  const waiting = abortable(promise, stop.signal, "Connecting");
  stop.abort("why");
  await expect(waiting).rejects.toMatchObject({
    code: "cancelled",
    cause: "why",
    outcome: "not-sent",
    message: "Connecting was cancelled by its caller.",
  });
  settle(7);
  expect(await promise).toBe(7);
});

test("a promise that fails after the abort, or beside an aborted signal, is nobody's unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", onUnhandled);
  const stop = new AbortController();
  let fail = (_reason: Error): void => {};
  const later = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const waiting = abortable(later, stop.signal, "It");
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
  fail(new Error("late"));
  await expect(abortable(Promise.reject(new Error("no")), stop.signal, "It")).rejects.toMatchObject({
    code: "cancelled",
  });
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", onUnhandled);
  expect(unhandled).toEqual([]);
});
