import { expect, test } from "vitest";
import { createStartWatchdog } from "../src/start-watchdog.ts";
import { manualClock } from "./manual-clock.ts";

function watched() {
  const clock = manualClock();
  const expired: string[] = [];
  return { clock, expired, watchdog: createStartWatchdog(1_000, clock, (phase) => expired.push(phase)) };
}

test("a view that says nothing fails with the phase it was in", () => {
  const { clock, expired } = watched();
  clock.pass(999);
  expect(expired).toEqual([]);
  clock.pass(1);
  expect(expired).toEqual(["mint"]);
});

test("each sign of life gives the whole time again", () => {
  const { clock, expired, watchdog } = watched();
  for (const phase of ["proxy", "view", undefined, "initialize"] as const) {
    clock.pass(900);
    watchdog.progress(phase);
  }
  clock.pass(999);
  expect(expired).toEqual([]);
  clock.pass(1);
  expect(expired).toEqual(["initialize"]);
});

test("a phase that is over does not come back", () => {
  const { clock, expired, watchdog } = watched();
  watchdog.progress("initialize");
  watchdog.progress("proxy");
  clock.pass(1_000);
  expect(expired).toEqual(["initialize"]);
});

test("a watchdog that was stopped, or has barked, stays silent", () => {
  const { clock, expired, watchdog } = watched();
  watchdog.stop();
  watchdog.progress("view");
  clock.pass(10_000);
  expect(expired).toEqual([]);
  const late = watched();
  late.clock.pass(1_000);
  late.watchdog.progress("view");
  late.clock.pass(10_000);
  expect(late.expired).toEqual(["mint"]);
});
