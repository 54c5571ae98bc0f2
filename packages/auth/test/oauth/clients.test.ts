import { memoryStore } from "@x/mcp-core";
import { expect, test } from "vitest";
import { manualClock } from "../support/manual-clock.ts";
import { party } from "../support/oauth-party.ts";
import { startOAuthWorld } from "../support/oauth-world.ts";

const registrations = (requests: readonly { readonly path: string; readonly body: string }[]) =>
  requests.filter(({ path }) => path === "/register").map(({ body }) => JSON.parse(body));

test("a client is registered as native, with refresh, for all the scopes it may need later", async () => {
  await using world = await startOAuthWorld();
  Object.assign(world.resourceMetadata, { scopes_supported: ["read"] });
  const { call } = party(world, {
    clients: [{ kind: "dcr", clientName: "Wiki" }],
    scope: { initial: ["read"], max: ["read", "write"] },
  });
  await call();
  expect(registrations(world.http.requests)).toEqual([
    expect.objectContaining({
      client_name: "Wiki",
      application_type: "native",
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      scope: "read write",
    }),
  ]);
});

test("a server that refuses the scope of a registration gets one without", async () => {
  await using world = await startOAuthWorld();
  Object.assign(world.resourceMetadata, { scopes_supported: ["read"] });
  const register = world.http.routes.get("/register");
  world.http.routes.set("/register", async (request) =>
    request.body.includes('"scope"')
      ? { status: 400, json: { error: "invalid_scope" } }
      : ((await register?.(request)) ?? 500),
  );
  expect(await party(world).call()).toMatchObject({ subject: "alice" });
  expect(registrations(world.http.requests)).toHaveLength(2);
});

test.each([
  [
    { status: 400, json: { error: "invalid_redirect_uri", error_description: "canary" } },
    "registration_rejected",
    "invalid_redirect_uri",
  ],
  [
    { status: 201, json: { client_id: "x", redirect_uris: ["https://evil.example/callback"] } },
    "registration_rejected",
    undefined,
  ],
  [{ status: 201, json: { client_name: "no id" } }, "registration_rejected", undefined],
  [{ status: 503 }, "registration_unavailable", undefined],
])("the answer %j to a registration is told as %s", async (answer, authCode, oauthError) => {
  await using world = await startOAuthWorld();
  world.http.routes.set("/register", () => answer);
  const { call, prompts } = party(world);
  const error = await call().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ authCode, oauthError });
  expect(JSON.stringify(error) + String(error)).not.toContain("canary");
  expect(prompts).toEqual([]);
});

test("a registered secret that has expired is replaced before it is used", async () => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const store = memoryStore({ clock });
  const register = world.http.routes.get("/register");
  world.http.routes.set("/register", async (request) => {
    const answer = (await register?.(request)) ?? 500;
    if (typeof answer !== "object") return answer;
    const expiry = Math.floor(clock.now() / 1000) + 3600;
    return {
      ...answer,
      json: { ...(answer.json as object), client_secret: "s", client_secret_expires_at: expiry },
    };
  });
  const first = party(world, {}, { clock, store });
  await first.call();
  await first.authenticator.revoke();
  clock.advance(2 * 3_600_000);
  await party(world, {}, { clock, store }).call();
  expect(world.http.count("/register")).toBe(2);
});

test("the port of a registered redirect is used again, so that the client stays the same", async () => {
  await using world = await startOAuthWorld();
  const store = memoryStore();
  const first = party(world, {}, { store });
  await first.call();
  await first.authenticator.revoke();
  const second = party(world, {}, { store });
  await second.call();
  expect(world.http.count("/register")).toBe(1);
  expect(second.prompts[0]?.searchParams.get("redirect_uri")).toBe(
    first.prompts[0]?.searchParams.get("redirect_uri"),
  );
});

test("a client that the authorization server has forgotten is registered again, once", async () => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const { call } = party(world, {}, { clock });
  await call();
  const restore = world.http.replace("/token", () => ({ status: 401, json: { error: "invalid_client" } }));
  clock.advance(10_000);
  world.expireAll();
  await expect(call()).rejects.toMatchObject({ authCode: "client_rejected" });
  expect(world.http.count("/register")).toBe(2);
  await expect(call()).rejects.toMatchObject({ authCode: "client_rejected" });
  expect(world.http.count("/register")).toBe(2);
  restore();
  await call();
  expect(world.http.count("/register")).toBe(2);
});

test("a metadata document is a client where the server takes one, without registering", async () => {
  await using world = await startOAuthWorld();
  Object.assign(world.metadata, { client_id_metadata_document_supported: true });
  const url = "https://client.example/mcp.json";
  const { call, prompts } = party(
    world,
    { clients: [{ kind: "cimd", url }, { kind: "dcr" }] },
    { timing: { interactionTimeoutMs: 300 } },
  );
  await call().catch(() => undefined);
  expect(prompts[0]?.searchParams.get("client_id")).toBe(url);
  expect(world.http.count("/register")).toBe(0);
});

test("a token of another type than Bearer is not sent", async () => {
  await using world = await startOAuthWorld();
  world.tokenExtras.token_type = "mac";
  await expect(party(world).call()).rejects.toMatchObject({ authCode: "unsupported_token_type" });
});

test("a store that fails after a refresh costs no call", async () => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const store = memoryStore({ clock });
  let broken = false;
  const failing: typeof store = {
    ...store,
    put: (key, value, options) =>
      broken && !value.includes('"intent"')
        ? Promise.reject(new Error("disk full"))
        : store.put(key, value, options),
  };
  const { call, events, prompts } = party(world, {}, { clock, store: failing });
  await call();
  clock.advance(10_000);
  world.expireAll();
  broken = true;
  await call();
  await call();
  expect(prompts).toHaveLength(1);
  expect(events).toContainEqual(
    expect.objectContaining({ type: "store-failed", detail: "store_unavailable" }),
  );
});
