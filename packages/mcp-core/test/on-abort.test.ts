import process from "node:process";
import { expect, test } from "vitest";
import { abortable, onAbort } from "../src/index.ts";

test("a signal that is lent to many waits draws no warning from Node", async () => {
  const warnings: string[] = [];
  const listen = (warning: Error): void => void warnings.push(warning.name);
  process.on("warning", listen);
  const { signal } = new AbortController();
  const waits = Array.from({ length: 50 }, () =>
    abortable(new Promise((done) => setTimeout(done, 20)), signal, "A"),
  );
  await Promise.all(waits);
  // Warnings are emitted in a later turn.
  await new Promise((done) => setTimeout(done, 20));
  process.off("warning", listen);
  expect(warnings).toEqual([]);
});

test("runs once on abort, and not after it was forgotten", () => {
  const controller = new AbortController();
  const runs: string[] = [];
  onAbort(controller.signal, () => runs.push("kept"));
  onAbort(controller.signal, () => runs.push("forgotten"))();
  controller.abort();
  controller.abort();
  expect(runs).toEqual(["kept"]);
});

test("no signal is never aborted", () => {
  expect(onAbort(undefined, () => undefined)()).toBeUndefined();
});
