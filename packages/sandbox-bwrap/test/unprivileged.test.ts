import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { doomedParent } from "./fixtures/doomed-parent.ts";
import { stagePackages } from "./fixtures/staged-packages.ts";

// Where the tests do not run as root, contract.test.ts is the unprivileged run already.
const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };

/** Runs the contract under Node alone and prints the ids of the cases, by outcome. */
const runContract = `
  import { sandboxContract } from "@x/sandbox/testkit";
  import { bwrapSandbox } from "@x/sandbox-bwrap";
  const limits = { pids: 60, memoryBytes: 1024 * 1024 * 1024 };
  const cases = sandboxContract(() => bwrapSandbox({ limits }), {
    startMs: 2000,
    missing: ["exit-signal", "backend", "oom-reason", "limit-cpu"],
    unavailable: () => bwrapSandbox({ bwrap: "/no/such/bwrap" }),
    limits,
  });
  const outcome = { uid: process.getuid(), passed: [], failed: [] };
  for (const { id, options, run } of cases) {
    // Needs a process of its own to kill; see below.
    if (options.skip || id === "T37") continue;
    try {
      await run();
      outcome.passed.push(id);
    } catch (error) {
      outcome.failed.push(id + ": " + error);
    }
  }
  console.log(JSON.stringify(outcome));
`;

let staged = "";
beforeAll(async () => {
  staged = await stagePackages();
}, 120_000);
afterAll(() => rm(staged, { recursive: true }));

test.runIf(isRoot)("keeps the contract for a user without any rights", { timeout: 300_000 }, async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", runContract],
    {
      cwd: staged,
      ...nobody,
      env: { PATH: process.env.PATH, TMPDIR: join(staged, "tmp") },
      timeout: 280_000,
      killSignal: "SIGKILL",
    },
  );
  const { uid, passed, failed } = JSON.parse(stdout) as { uid: number; passed: string[]; failed: string[] };
  expect(failed).toEqual([]);
  expect(uid).toBe(nobody.uid);
  expect(passed.length).toBeGreaterThan(50);
});

test.runIf(isRoot)("leaves nothing when the host process of such a user is killed", async () => {
  const parent = await doomedParent(staged, nobody);
  await expect.poll(() => parent.programRuns(), { timeout: 15_000 }).toBe(true);
  await parent.kill();
  await expect.poll(() => parent.programRuns(), { timeout: 5000 }).toBe(false);
});
