import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileStore, type OAuthRuntime } from "@x/auth";
import { afterEach, beforeAll, expect, test } from "vitest";
import { bundledWorker } from "../support/bundled-worker.ts";
import { manualClock } from "../support/manual-clock.ts";
import { party } from "../support/oauth-party.ts";
import { type OAuthWorld, startOAuthWorld } from "../support/oauth-world.ts";
import { startOidcWorld } from "../support/oidc-world.ts";
import { runWorker } from "../support/run-worker.ts";

const here = import.meta.dirname;
let worker: string;
let folder = "";

beforeAll(async () => {
  const cache = path.join(here, "../../node_modules/.cache/x-tests");
  worker = await bundledWorker(path.join(here, "../support/file-worker.ts"), cache);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Logs in, long enough ago that nothing counts as fresh, and lets the token be refused from now on. */
async function loggedIn(world: Pick<OAuthWorld, "serverUrl" | "browse" | "expireAll">): Promise<void> {
  folder = path.join(await mkdtemp(path.join(tmpdir(), "race-")), "credentials");
  const clock = manualClock();
  clock.advance(-60_000);
  const runtime: Partial<OAuthRuntime> = { store: fileStore({ folder }), clock };
  await party(world as OAuthWorld, {}, runtime).call();
  world.expireAll();
}

test("four processes with ten calls each refresh once at a real authorization server, and the grant lives", async () => {
  await using world = await startOidcWorld();
  await loggedIn(world);
  const order = { serverUrl: world.serverUrl.href, folder, calls: 10 };
  const reports = await Promise.all(Array.from({ length: 4 }, () => runWorker(worker, order)));
  expect(reports).toEqual(Array(4).fill({ fulfilled: 10, failures: [] }));
  expect(world.count("refresh_token")).toBe(1);
  expect(world.revoked).toEqual([]);
});

test("a process that dies before it refreshes leaves the refresh to the next one", async () => {
  await using world = await startOAuthWorld();
  await loggedIn(world);
  const order = { serverUrl: world.serverUrl.href, folder, calls: 2, lockLeaseMs: 1_500 };
  expect(await runWorker(worker, { ...order, dieAt: "locked" })).toBeUndefined();
  expect(world.tokenRequests("refresh_token")).toHaveLength(0);
  expect(await runWorker(worker, order)).toEqual({ fulfilled: 2, failures: [] });
  expect(world.tokenRequests("refresh_token")).toHaveLength(1);
});

test("a process that dies before its request left leaves a grant that the next one refreshes, as a real server says", async () => {
  await using world = await startOidcWorld();
  await loggedIn(world);
  const order = { serverUrl: world.serverUrl.href, folder, calls: 10, lockLeaseMs: 1_500 };
  expect(await runWorker(worker, { ...order, dieAt: "sent" })).toBeUndefined();
  expect(world.count("refresh_token")).toBe(0);
  const reports = await Promise.all([runWorker(worker, order), runWorker(worker, order)]);
  expect(reports).toEqual(Array(2).fill({ fulfilled: 10, failures: [] }));
  expect(world.count("refresh_token")).toBe(1);
  expect(world.revoked).toEqual([]);
});

test("a process that dies after the answer leaves a used up token, which is shown to a real server no more", async () => {
  await using world = await startOidcWorld();
  await loggedIn(world);
  const order = { serverUrl: world.serverUrl.href, folder, calls: 2, lockLeaseMs: 1_500 };
  expect(await runWorker(worker, { ...order, dieAt: "answered" })).toBeUndefined();
  expect(world.count("refresh_token")).toBe(1);
  const report = await runWorker(worker, order);
  expect(report).toEqual({ fulfilled: 0, failures: ["interaction_required", "interaction_required"] });
  expect(world.count("refresh_token")).toBe(1);
  expect(world.revoked).toEqual([]);
});

test.each(["sent", "answered"] as const)(
  "where a real server does not say, a token of a process that died when it was %s is not shown again",
  async (dieAt) => {
    await using world = await startOidcWorld({ introspection: false });
    await loggedIn(world);
    const order = { serverUrl: world.serverUrl.href, folder, calls: 2, lockLeaseMs: 1_500 };
    expect(await runWorker(worker, { ...order, dieAt })).toBeUndefined();
    const shown = world.count("refresh_token");
    expect(shown).toBe(dieAt === "sent" ? 0 : 1);
    const report = await runWorker(worker, order);
    expect(report).toEqual({ fulfilled: 0, failures: ["interaction_required", "interaction_required"] });
    expect(world.count("refresh_token")).toBe(shown);
    expect(world.revoked).toEqual([]);
  },
);

test("where a server has a grace period, a refresh token is tried once more, and no more", async () => {
  await using world = await startOAuthWorld();
  await loggedIn(world);
  const order = {
    serverUrl: world.serverUrl.href,
    folder,
    calls: 1,
    lockLeaseMs: 1_500,
    afterCrash: "retry-once",
  } as const;
  expect(await runWorker(worker, { ...order, dieAt: "sent" })).toBeUndefined();
  expect(await runWorker(worker, { ...order, dieAt: "sent" })).toBeUndefined();
  expect(await runWorker(worker, order)).toEqual({ fulfilled: 0, failures: ["interaction_required"] });
  expect(world.tokenRequests("refresh_token")).toHaveLength(0);
});
