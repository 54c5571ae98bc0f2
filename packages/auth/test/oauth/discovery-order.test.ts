import { memoryStore } from "@x/mcp-core";
import { expect, test } from "vitest";
import { manualClock } from "../support/manual-clock.ts";
import { party } from "../support/oauth-party.ts";
import { type OAuthWorld, startOAuthWorld } from "../support/oauth-world.ts";

const wellKnown = (world: OAuthWorld): readonly string[] =>
  world.http.requests.map(({ path }) => path).filter((path) => path.includes(".well-known"));

/** The MCP server says no more than that it wants a token. */
function silent(world: OAuthWorld): void {
  const check = world.http.routes.get("/mcp");
  world.http.routes.set("/mcp", async (request) => {
    const answer = (await check?.(request)) ?? 500;
    return typeof answer === "object" && answer.status === 401 ? 401 : answer;
  });
}

test("metadata of the resource is looked for where the challenge says, and nowhere else", async () => {
  await using world = await startOAuthWorld();
  const document = world.http.routes.get("/.well-known/oauth-protected-resource/mcp");
  if (document !== undefined) world.http.routes.set("/custom/metadata", document);
  const hint = `Bearer resource_metadata="${world.issuer}/custom/metadata"`;
  const check = world.http.routes.get("/mcp");
  world.http.routes.set("/mcp", async (request) => {
    const answer = (await check?.(request)) ?? 500;
    const refused = typeof answer === "object" && answer.status === 401;
    return refused ? { status: 401, headers: { "www-authenticate": hint } } : answer;
  });
  const clock = manualClock();
  const store = memoryStore({ clock });
  await party(world, {}, { clock, store }).call();
  expect(wellKnown(world)).toEqual(["/.well-known/oauth-authorization-server"]);
  // After a restart it is found there again, though nothing says so any more.
  clock.advance(2 * 3_600_000);
  await party(world, {}, { clock, store }).call();
  expect(world.http.count("/custom/metadata")).toBe(2);
});

test("without a hint it is looked for below the path, then at the root; then the origin answers for itself", async () => {
  await using world = await startOAuthWorld();
  silent(world);
  world.http.routes.delete("/.well-known/oauth-protected-resource/mcp");
  const { call, prompts } = party(world);
  await call();
  expect(wellKnown(world)).toEqual([
    "/.well-known/oauth-protected-resource/mcp",
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-authorization-server",
  ]);
  expect(prompts[0]?.searchParams.get("resource")).toBe(`${world.issuer}/mcp`);
});

test("of two resources on one host each has metadata of its own, before that of the root", async () => {
  await using world = await startOAuthWorld();
  silent(world);
  const { origin } = world.serverUrl;
  world.http.routes.set("/.well-known/oauth-protected-resource", () => ({
    json: { resource: origin, authorization_servers: ["https://other.example"] },
  }));
  expect(await party(world).call()).toMatchObject({ subject: "alice" });
});

test("an issuer with a path is asked in three places, one without in two", async () => {
  await using world = await startOAuthWorld();
  const issuer = `${world.http.origin}/tenant`;
  Object.assign(world.resourceMetadata, { authorization_servers: [issuer] });
  await party(world)
    .call()
    .catch(() => undefined);
  expect(wellKnown(world).slice(1)).toEqual([
    "/.well-known/oauth-authorization-server/tenant",
    "/.well-known/openid-configuration/tenant",
    "/tenant/.well-known/openid-configuration",
  ]);
});

test("two clients over one store, as two processes are, refresh once", async () => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const store = memoryStore({ clock });
  const parties = [party(world, {}, { clock, store }), party(world, {}, { clock, store })];
  for (const { call } of parties) await call();
  clock.advance(10_000);
  world.expireAll();
  await Promise.all(parties.flatMap(({ call }) => [call(), call(), call()]));
  expect(world.tokenRequests("refresh_token")).toHaveLength(1);
  expect(world.reused).toBe(0);
});
