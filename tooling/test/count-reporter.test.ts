import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";

const tooling = path.dirname(import.meta.dirname);
const folder = mkdtempSync(path.join(os.tmpdir(), "x-count-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the fixture tests whose name contains `filter` with the reporter. */
function run(filter: string, env: Readonly<Record<string, string>>): string {
  const vitest = path.join(tooling, "node_modules/vitest/vitest.mjs");
  const args = ["run", filter, "--config", path.join(tooling, "test/fixtures/counted/vitest.config.ts")];
  const options = { cwd: tooling, encoding: "utf8" as const, env: { ...process.env, ...env } };
  return spawnSync(process.execPath, [vitest, ...args], options).stdout;
}

test("a run ends with the plain line that counts passed, failed and skipped tests", () => {
  const output = run("outcomes", { X_COUNT_FILE: "" });
  expect(output.trimEnd().split("\n").at(-1)).toBe("tests: 2 passed, 1 failed, 1 skipped");
});

test("a file that breaks before it has a test counts as a failure, and the line can go to a file", () => {
  const file = path.join(folder, "count");
  expect(run("broken", { X_COUNT_FILE: file })).not.toContain("tests: ");
  expect(readFileSync(file, "utf8")).toBe("tests: 0 passed, 1 failed, 0 skipped");
});
