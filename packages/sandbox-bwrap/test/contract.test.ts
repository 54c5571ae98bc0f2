import { rm } from "node:fs/promises";
import { sandboxContract } from "@x/sandbox/testkit";
import { bwrapSandbox } from "@x/sandbox-bwrap";
import { afterAll, beforeAll, describe, test } from "vitest";
import { doomedParent } from "./fixtures/doomed-parent.ts";
import { stagePackages } from "./fixtures/staged-packages.ts";

const limits = { pids: 60, memoryBytes: 1024 * 1024 * 1024 };
let staged = "";
beforeAll(async () => {
  staged = await stagePackages();
}, 120_000);
afterAll(() => rm(staged, { recursive: true }));

describe("bwrapSandbox", () => {
  for (const { name, options, run } of sandboxContract(() => bwrapSandbox({ limits }), {
    unavailable: () => bwrapSandbox({ bwrap: "/no/such/bwrap" }),
    startMs: 2000,
    missing: ["exit-signal", "backend", "oom-reason", "limit-cpu"],
    parentDeath: () => doomedParent(staged),
    limits,
  }))
    test(name, options, run);
});
