import path from "node:path";
import { completeAuthorization, pendingAuthorization } from "@x/auth";
import { McpAuthError } from "@x/mcp-core";
import { afterAll, beforeAll, expect, test } from "vitest";
// @boundaries-ignore the scripted authorization server of the tests of @x/auth, which a package between them would tie in a circle
import { bundledWorker } from "../../auth/test/support/bundled-worker.ts";
// @boundaries-ignore the scripted authorization server of the tests of @x/auth, which a package between them would tie in a circle
import { manualClock } from "../../auth/test/support/manual-clock.ts";
// @boundaries-ignore the scripted authorization server of the tests of @x/auth, which a package between them would tie in a circle
import { party, plainSend } from "../../auth/test/support/oauth-party.ts";
// @boundaries-ignore the scripted authorization server of the tests of @x/auth, which a package between them would tie in a circle
import { type OAuthWorld, startOAuthWorld } from "../../auth/test/support/oauth-world.ts";
// @boundaries-ignore the scripted authorization server of the tests of @x/auth, which a package between them would tie in a circle
import { startOidcWorld } from "../../auth/test/support/oidc-world.ts";
// @boundaries-ignore the scripted authorization server of the tests of @x/auth, which a package between them would tie in a circle
import { runWorker } from "../../auth/test/support/run-worker.ts";
import { redisStore } from "../src/index.ts";
import { type RedisServer, startRedis } from "./support/redis-server.ts";

let server: RedisServer;
let worker: string;

beforeAll(async () => {
  const cache = path.join(import.meta.dirname, "../node_modules/.cache/x-tests");
  worker = await bundledWorker(path.join(import.meta.dirname, "support/redis-worker.ts"), cache);
  server = await startRedis();
});
afterAll(() => server?.[Symbol.asyncDispose]());

/** Logs in on one host, a while ago; the token is refused from now on. */
async function loggedIn(
  world: Pick<OAuthWorld, "serverUrl" | "browse" | "expireAll">,
): Promise<{ readonly url: string; readonly prefix: string }> {
  const place = { url: server.url, prefix: `${crypto.randomUUID()}:` };
  await using store = redisStore(place);
  const clock = manualClock();
  clock.advance(-60_000);
  await party(world as OAuthWorld, {}, { store, clock }).call();
  world.expireAll();
  return place;
}

test("two hosts with ten calls each refresh once, and the grant lives", async () => {
  await using world = await startOAuthWorld();
  const order = { ...(await loggedIn(world)), serverUrl: world.serverUrl.href, calls: 10 };
  const reports = await Promise.all([runWorker(worker, order), runWorker(worker, order)]);
  expect(reports).toEqual(Array(2).fill({ fulfilled: 10, failures: [] }));
  expect(world.tokenRequests("refresh_token")).toHaveLength(1);
  expect(world.reused).toBe(0);
});

test("a host that dies before it refreshes leaves that to the other; one that dies after leaves no reuse behind", async () => {
  await using world = await startOAuthWorld();
  const order = { ...(await loggedIn(world)), serverUrl: world.serverUrl.href, calls: 2, lockLeaseMs: 1_500 };
  expect(await runWorker(worker, { ...order, dieAt: "locked" })).toBeUndefined();
  expect(await runWorker(worker, order)).toEqual({ fulfilled: 2, failures: [] });
  expect(world.tokenRequests("refresh_token")).toHaveLength(1);

  const again = { ...order, ...(await loggedIn(world)) };
  expect(await runWorker(worker, { ...again, dieAt: "answered" })).toBeUndefined();
  const required = ["interaction_required", "interaction_required"];
  expect(await runWorker(worker, again)).toEqual({ fulfilled: 0, failures: required });
  expect(world.tokenRequests("refresh_token")).toHaveLength(2);
  expect(world.reused).toBe(0);
});

test("two hosts refresh once at a real authorization server, also after one that died before its request left", async () => {
  await using world = await startOidcWorld();
  const order = {
    ...(await loggedIn(world)),
    serverUrl: world.serverUrl.href,
    calls: 10,
    lockLeaseMs: 1_500,
  };
  expect(await runWorker(worker, { ...order, dieAt: "sent" })).toBeUndefined();
  const reports = await Promise.all([runWorker(worker, order), runWorker(worker, order)]);
  expect(reports).toEqual(Array(2).fill({ fulfilled: 10, failures: [] }));
  expect(world.count("refresh_token")).toBe(1);
  expect(world.revoked).toEqual([]);
});

test("what a host that died used up is shown to a real authorization server no more", async () => {
  await using world = await startOidcWorld();
  const order = { ...(await loggedIn(world)), serverUrl: world.serverUrl.href, calls: 2, lockLeaseMs: 1_500 };
  expect(await runWorker(worker, { ...order, dieAt: "answered" })).toBeUndefined();
  const required = ["interaction_required", "interaction_required"];
  expect(await runWorker(worker, order)).toEqual({ fulfilled: 0, failures: required });
  expect(world.count("refresh_token")).toBe(1);
  expect(world.revoked).toEqual([]);
});

test("a login that begins on one host is finished on another", async () => {
  await using world = await startOAuthWorld();
  const place = { url: server.url, prefix: `${crypto.randomUUID()}:` };
  await using here = redisStore(place);
  await using there = redisStore(place);
  const redirect = { kind: "hosted", url: "https://app.example/callback" } as const;
  const grant = { type: "authorization_code", redirect } as const;
  const { call } = party(world, { grant, interactive: false }, { store: here });
  const error = await call().catch((reason: unknown) => reason);
  if (!(error instanceof McpAuthError)) throw error;
  const replica = { store: there, send: plainSend };
  const pending = await pendingAuthorization(error.resumeToken ?? "", replica);
  await completeAuthorization(await world.browse(pending?.url ?? new URL("about:blank")), replica);
  expect(await call()).toMatchObject({ subject: "alice" });
});

test("a server that is away is told as that, without its password, and used again when it is back", async () => {
  const own = await startRedis();
  await using store = redisStore({ url: own.url, timeoutMs: 2_000 });
  await store.put("a", "one");
  await own[Symbol.asyncDispose]();
  const error = await store.get("a").catch((reason: unknown) => reason);
  expect(error).toMatchObject({ authCode: "store_unavailable", retry: "after-delay" });
  expect(JSON.stringify(error) + String(error)).not.toContain("canary");
  await using back = await startRedis(Number(new URL(own.url).port));
  expect(back.url).toBe(own.url);
  await store.put("a", "two");
  expect((await store.get("a"))?.value).toBe("two");
});
