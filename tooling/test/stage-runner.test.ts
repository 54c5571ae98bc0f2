import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const driver = path.join(import.meta.dirname, "fixtures/run-stages.mjs");

/** Runs the stages of the fixture, or those named, in a process of their own. */
function run(...names: readonly string[]): {
  readonly status: number | null;
  readonly lines: readonly string[];
} {
  const { status, stdout } = spawnSync(process.execPath, [driver, ...names], { encoding: "utf8" });
  return { status, lines: stdout.trimEnd().split("\n") };
}

test("stages run in order, each with its minutes, and the count of tests comes last", () => {
  const { status, lines } = run();
  expect(status).toBe(0);
  expect(lines.filter((line) => / ok, \d+\.\d\d min$/.test(line)).map((line) => line.split(" ")[1])).toEqual([
    "first:",
    "counted:",
  ]);
  expect(lines.at(-1)).toBe("tests: 5 passed, 0 failed, 0 skipped");
});

test("the first stage that fails ends the run and says how to repeat it", () => {
  const { status, lines } = run("counted", "broken", "after");
  expect(status).toBe(7);
  expect(lines).toContain('CI stopped at "broken": `node -e process.exit(7)` failed.');
  expect(lines).toContain("To run this stage alone: node tooling/run.mjs ci broken");
  expect(lines.some((line) => line.startsWith("━━ after"))).toBe(false);
});

test("every stage demands the real parts", () => {
  expect(run("first").lines).toContain("demands real parts: 1");
});

test("a stage that nobody knows is refused with the list", () => {
  const { status, lines } = run("furst");
  expect(status).toBe(1);
  expect(lines.join("\n")).toContain("There is no stage furst. Known:\n  first");
});
