import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { expect, test } from "vitest";
import { manualClock } from "../support/manual-clock.ts";
import { party } from "../support/oauth-party.ts";
import type { OAuthWorld } from "../support/oauth-world.ts";
import { startOidcWorld } from "../support/oidc-world.ts";

test("a person logs in at a real authorization server through the loopback listener, once", async () => {
  await using world = await startOidcWorld();
  const { call, authenticator, events } = party(world as unknown as OAuthWorld);
  expect(await call()).toMatchObject({ subject: "alice" });
  expect(authenticator.status()).toMatchObject({ state: "ready", issuer: world.issuer, refreshable: true });
  expect(events.map(({ type }) => type)).toEqual([
    "discovered",
    "registered",
    "login-started",
    "login-finished",
  ]);
});

test("ten parallel calls refresh once at a real authorization server that detects reuse", async () => {
  await using world = await startOidcWorld();
  const clock = manualClock();
  const { call } = party(world as unknown as OAuthWorld, {}, { clock });
  await call();
  clock.advance(10_000);
  world.expireAll();
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => call()));
  expect(results.map(({ status }) => status)).toEqual(Array(10).fill("fulfilled"));
  expect(world.count("refresh_token")).toBe(1);
  expect(world.revoked).toEqual([]);
});

test("revoking ends the login at a real authorization server", async () => {
  await using world = await startOidcWorld();
  const { call, authenticator, prompts } = party(world as unknown as OAuthWorld);
  await call();
  expect(await authenticator.revoke()).toBe(true);
  expect(world.revoked.length).toBeGreaterThan(0);
  expect(authenticator.status().state).toBe("needs-user");
  await call();
  expect(prompts).toHaveLength(2);
});

test.each(["client_secret_basic", "client_secret_post"] as const)(
  "a machine proves itself with %s",
  async (method) => {
    const secret = "s3cret with spaces, and signs: /+&=";
    const client = { client_id: "robot", client_secret: secret, token_endpoint_auth_method: method };
    const machine = {
      grant_types: ["client_credentials"],
      response_types: [],
      redirect_uris: [],
      scope: "mcp:read",
    };
    await using world = await startOidcWorld({ clients: [{ ...client, ...machine }] });
    const { call, prompts } = party(world as unknown as OAuthWorld, {
      grant: { type: "client_credentials" },
      clients: [
        { kind: "pre-registered", clientId: "robot", issuer: world.issuer, auth: { method, secret } },
      ],
    });
    await Promise.all(Array.from({ length: 10 }, () => call()));
    expect(world.count("client_credentials")).toBe(1);
    expect(prompts).toEqual([]);
  },
);

test("a machine proves itself with a private key, for the issuer as audience", async () => {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: "k", alg: "ES256", use: "sig" }] };
  const client = { client_id: "robot", jwks, token_endpoint_auth_method: "private_key_jwt" };
  const machine = {
    grant_types: ["client_credentials"],
    response_types: [],
    redirect_uris: [],
    scope: "mcp:read",
  };
  await using world = await startOidcWorld({
    clients: [{ ...client, ...machine, token_endpoint_auth_signing_alg: "ES256" }],
  });
  const key = await exportPKCS8(privateKey);
  const { call } = party(world as unknown as OAuthWorld, {
    grant: { type: "client_credentials" },
    clients: [
      {
        kind: "pre-registered",
        clientId: "robot",
        issuer: world.issuer,
        auth: { method: "private_key_jwt", key, alg: "ES256", kid: "k" },
      },
    ],
  });
  await call();
  expect(world.count("client_credentials")).toBe(1);
});

test("a wrong client secret is shown once for each call, and named as what is wrong", async () => {
  const client = {
    client_id: "robot",
    client_secret: "right",
    token_endpoint_auth_method: "client_secret_basic",
  };
  const machine = {
    grant_types: ["client_credentials"],
    response_types: [],
    redirect_uris: [],
    scope: "mcp:read",
  };
  await using world = await startOidcWorld({ clients: [{ ...client, ...machine }] });
  const auth = { method: "client_secret_basic", secret: "wrong-canary" } as const;
  const { call } = party(world as unknown as OAuthWorld, {
    grant: { type: "client_credentials" },
    clients: [{ kind: "pre-registered", clientId: "robot", issuer: world.issuer, auth }],
  });
  await expect(call()).rejects.toMatchObject({ authCode: "client_rejected", oauthError: "invalid_client" });
  expect(world.count("client_credentials")).toBe(1);
});
