import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bwrapSandbox } from "@x/sandbox-bwrap";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { doomedParent } from "./fixtures/doomed-parent.ts";
import { openBwrap } from "./fixtures/session.ts";
import { stagePackages } from "./fixtures/staged-packages.ts";

let staged = "";
beforeAll(async () => {
  staged = await stagePackages();
}, 120_000);
afterAll(() => rm(staged, { recursive: true }));
// The place that the killed process used, too.
beforeEach(() => vi.stubEnv("TMPDIR", join(staged, "tmp")));
afterEach(() => vi.unstubAllEnvs());

test("sweep() removes what a killed process left, and nothing of the living", async () => {
  const parent = await doomedParent(staged);
  await expect.poll(() => parent.programRuns(), { timeout: 15_000 }).toBe(true);
  await using own = await openBwrap();
  await own.files.write("kept", new Uint8Array([1]));
  expect(await bwrapSandbox().sweep?.()).toEqual({ removed: 0, failed: 0 });
  await parent.kill();
  expect(await readdir(join(staged, "tmp"))).toHaveLength(2);
  expect(await bwrapSandbox().sweep?.()).toEqual({ removed: 1, failed: 0 });
  expect(await readdir(join(staged, "tmp"))).toHaveLength(1);
  expect(await own.files.read("kept")).toEqual(new Uint8Array([1]));
});

test("sweep() leaves alone what it cannot judge", async () => {
  const folder = await mkdtemp(join(tmpdir(), "others-"));
  vi.stubEnv("TMPDIR", folder);
  await mkdir(join(folder, "bwrap-without-owner"));
  await mkdir(join(folder, "bwrap-odd"));
  await writeFile(join(folder, "bwrap-odd/owner"), "somebody");
  await writeFile(join(folder, "bwrap-file"), "");
  expect(await bwrapSandbox().sweep?.()).toEqual({ removed: 0, failed: 0 });
  expect(await readdir(folder)).toHaveLength(3);
});

test("sweep() stops for a caller that has cancelled", async () => {
  await using _session = await openBwrap();
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(bwrapSandbox().sweep?.({ signal })).rejects.toMatchObject({ code: "cancelled" });
});
