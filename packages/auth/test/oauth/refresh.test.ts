import { gzipSync } from "node:zlib";
import { type HttpSend, memoryStore } from "@x/mcp-core";
import { expect, test } from "vitest";
import { manualClock } from "../support/manual-clock.ts";
import { party, plainSend } from "../support/oauth-party.ts";
import { startOAuthWorld } from "../support/oauth-world.ts";

const settled = (results: readonly PromiseSettledResult<unknown>[]): readonly string[] =>
  results.map(({ status }) => status);
const hour = 3_600_000;

test("ten parallel first calls log in once", async () => {
  await using world = await startOAuthWorld();
  const { call, prompts } = party(world);
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => call()));
  expect(settled(results)).toEqual(Array(10).fill("fulfilled"));
  expect(prompts).toHaveLength(1);
  expect(world.http.count("/register")).toBe(1);
  expect(world.tokenRequests()).toHaveLength(1);
});

test("ten parallel calls on a refused token refresh once, and the grant lives", async () => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const { call, prompts } = party(world, {}, { clock });
  await call();
  clock.advance(10_000);
  world.expireAll();
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => call()));
  expect(settled(results)).toEqual(Array(10).fill("fulfilled"));
  expect(world.tokenRequests("refresh_token")).toHaveLength(1);
  expect(world.reused).toBe(0);
  expect(world.grants.map(({ revoked }) => revoked)).toEqual([false]);
  expect(prompts).toHaveLength(1);
  // One looked for who authorizes now, for all ten.
  expect(world.http.count("/.well-known/oauth-protected-resource/mcp")).toBe(2);
});

test("a refresh token that somebody was about to show, and never said what came of it, is not shown again", async () => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const store = memoryStore({ clock });
  await party(world, {}, { clock, store }).call();
  clock.advance(10_000);
  world.expireAll();
  let arrived = (): void => {};
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const send: HttpSend = (request) => {
    if (request.body?.includes("grant_type=refresh_token") !== true) return plainSend(request);
    arrived();
    return new Promise(() => {});
  };
  const timing = { lockLeaseMs: 200, requestTimeoutMs: 20_000 };
  const gone = new AbortController();
  const lost = party(world, {}, { clock, store, send, timing }).call(gone.signal);
  await reached;
  const next = party(world, {}, { clock, store, timing });
  await next.call();
  expect(next.prompts).toHaveLength(1);
  expect(world.tokenRequests("refresh_token")).toEqual([]);
  gone.abort();
  await expect(lost).rejects.toMatchObject({ code: "cancelled" });
});

test("a refusal that arrives after its token was replaced is just tried again", async () => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const { call, authenticator } = party(world, {}, { clock });
  await call();
  clock.advance(10_000);
  const request = { method: "POST", url: world.serverUrl, headers: {} } as const;
  const old = await authenticator.apply(request);
  world.expireAll();
  await call();
  const refusal = { status: 401, headers: {}, body: (async function* () {})() };
  expect(await authenticator.refused(old, refusal)).toBe("retry");
  expect(world.tokenRequests("refresh_token")).toHaveLength(1);
});

test("tokens are refreshed ahead of their expiry while calls go on with the old ones", async () => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const { call, authenticator } = party(world, {}, { clock });
  await call();
  clock.advance(hour - 61_000);
  await Promise.all(Array.from({ length: 5 }, () => call()));
  await expect.poll(() => world.tokenRequests("refresh_token").length).toBe(1);
  await expect.poll(() => authenticator.status().expiresAt).toBeGreaterThan(clock.now() + hour - 1_000);
});

test("a restarted process knows that a stored token has expired and refreshes it without asking anybody", async () => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const store = memoryStore({ clock });
  await party(world, {}, { clock, store }).call();
  clock.advance(2 * hour);
  const restarted = party(world, {}, { clock, store });
  await restarted.call();
  expect(restarted.prompts).toEqual([]);
  expect(world.tokenRequests("refresh_token")).toHaveLength(1);
  // The expired token was never shown again.
  expect(world.http.requests.filter(({ path }) => path === "/mcp")).toHaveLength(3);
});

test.each([
  [{ status: 503 }],
  [{ status: 429, headers: { "retry-after": "7" } }],
  [{ status: 400, text: "<html>gateway</html>" }],
  [{ status: 200, text: "<html>captive portal</html>", headers: { "content-type": "text/html" } }],
])("an outage of the token endpoint (%j) loses nothing and asks nobody", async (outage) => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const { call, prompts, authenticator } = party(world, {}, { clock });
  await call();
  const restore = world.http.replace("/token", () => outage);
  clock.advance(10_000);
  world.expireAll();
  await expect(call()).rejects.toMatchObject({ authCode: "refresh_unavailable", retry: "after-delay" });
  const asked = world.tokenRequests("refresh_token").length;
  await expect(call()).rejects.toMatchObject({ authCode: "refresh_unavailable" });
  expect(world.tokenRequests("refresh_token")).toHaveLength(asked);
  expect(authenticator.status().nextRetryAt).toBeGreaterThan(clock.now());
  restore();
  clock.advance(60_000);
  await call();
  expect(prompts).toHaveLength(1);
});

test("a bomb in the place of new tokens loses nothing, and asks nobody", async () => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const { call, prompts } = party(world, {}, { clock });
  await call();
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024, 0x20));
  const restore = world.http.replace(
    "/token",
    () => (response) => response.writeHead(200, headers).end(bomb),
  );
  clock.advance(10_000);
  world.expireAll();
  await expect(call()).rejects.toMatchObject({ authCode: "response_too_large" });
  restore();
  clock.advance(60_000);
  await call();
  expect(prompts).toHaveLength(1);
});

test("an early refresh that is refused keeps the token until it expires", async () => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const { call, prompts, authenticator } = party(world, {}, { clock });
  await call();
  const restore = world.http.replace("/token", () => ({ status: 400, json: { error: "invalid_grant" } }));
  clock.advance(hour - 30_000);
  await call();
  await expect.poll(() => authenticator.status().refreshable).toBe(false);
  await call();
  expect(prompts).toHaveLength(1);
  restore();
  clock.advance(hour);
  await call();
  expect(prompts).toHaveLength(2);
});

test("a response without a refresh token keeps the old one", async () => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const { call, prompts } = party(world, {}, { clock });
  await call();
  world.tokenExtras.refresh_token = "";
  clock.advance(10_000);
  world.expireAll();
  await call();
  expect(prompts).toHaveLength(1);
  clock.advance(10_000);
  world.expireAll();
  await call();
  // This server rotates, so the old one is used up: that is its word, not ours.
  const shown = world.tokenRequests("refresh_token").map(({ form }) => form.get("refresh_token"));
  expect(new Set(shown).size).toBe(1);
});

test.each([[null], [-5], [1e30], ["abc"], [true], ["3600"]])(
  "a lifetime of %j breaks nothing",
  async (expires_in) => {
    await using world = await startOAuthWorld();
    const clock = manualClock();
    world.tokenExtras.expires_in = expires_in;
    const { call, prompts } = party(world, {}, { clock });
    await call();
    clock.advance(10_000);
    await call();
    world.expireAll();
    await call();
    expect(prompts).toHaveLength(1);
    expect(world.tokenRequests("refresh_token")).toHaveLength(1);
  },
);

test("a new token that is refused ends in an error, not in a loop of refreshes", async () => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const { call, prompts } = party(world, {}, { clock });
  world.http.routes.set("/mcp", () => ({ status: 401, headers: { "www-authenticate": "Bearer" } }));
  for (let turn = 0; turn < 5; turn++)
    await expect(call()).rejects.toMatchObject({ authCode: "credentials_rejected", retry: "never" });
  expect(prompts).toHaveLength(1);
  expect(world.tokenRequests("refresh_token")).toHaveLength(0);
});

test("a caller who gives up disturbs neither the refresh nor the others", async () => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const { call } = party(world, {}, { clock });
  await call();
  clock.advance(10_000);
  world.expireAll();
  const gone = new AbortController();
  const token = world.http.routes.get("/token");
  world.http.routes.set("/token", async (request) => {
    gone.abort(new Error("gone"));
    return (await token?.(request)) ?? 500;
  });
  const [left, stayed] = await Promise.allSettled([call(gone.signal), call()]);
  expect([left.status, stayed.status]).toEqual(["rejected", "fulfilled"]);
  expect(world.tokenRequests("refresh_token")).toHaveLength(1);
});

test("every leg names the same resource", async () => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const { call, prompts } = party(world, {}, { clock });
  await call();
  clock.advance(10_000);
  world.expireAll();
  await call();
  const resources = [
    ...prompts.map((url) => url.searchParams.getAll("resource")),
    ...world.tokenRequests().map(({ form }) => form.getAll("resource")),
  ];
  expect(resources).toEqual(Array(3).fill([`${world.issuer}/mcp`]));
});
