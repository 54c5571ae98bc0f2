import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { inspect } from "node:util";
import { type AuthEvent, fileStore } from "@x/auth";
import { McpAuthError, memoryStore } from "@x/mcp-core";
import { expect, test } from "vitest";
import { manualClock } from "../support/manual-clock.ts";
import { type OAuthParty, party, willing } from "../support/oauth-party.ts";
import { startOAuthWorld } from "../support/oauth-world.ts";

test("fifty principals with twenty interleaved calls each over one store never cross", async () => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const store = memoryStore({ clock });
  const parties = new Map<string, OAuthParty>();
  for (let index = 0; index < 50; index++) {
    const principal = `user-${index}`;
    const one = party(world, {}, { store, clock, principal });
    parties.set(principal, one);
    world.subject = principal;
    await one.call();
  }
  clock.advance(10_000);
  const turns = Array.from({ length: 20 }, (_, turn) => turn);
  const wrong: string[] = [];
  for (const turn of turns) {
    if (turn === 10) world.expireAll();
    await Promise.all(
      [...parties].map(async ([principal, { call }]) => {
        const { subject } = await call();
        if (subject !== principal) wrong.push(`${principal} was ${subject}`);
      }),
    );
  }
  expect(wrong).toEqual([]);
  expect(world.tokenRequests("refresh_token")).toHaveLength(50);
  expect(world.reused).toBe(0);
});

test("two servers of one principal do not share tokens or clients, even at one authorization server", async () => {
  await using world = await startOAuthWorld();
  await using other = await startOAuthWorld();
  Object.assign(other.resourceMetadata, { authorization_servers: [world.issuer] });
  const store = memoryStore();
  await party(world, {}, { store }).call();
  const there = party(other, {}, { store });
  await there.call().catch(() => undefined);
  expect(there.prompts.map((url) => url.searchParams.get("resource"))).toEqual([`${other.issuer}/mcp`]);
  const ours = other.http.requests
    .filter(({ path }) => path === "/mcp")
    .map(({ headers }) => headers.authorization);
  const theirs = world.http.requests.map(({ headers }) => headers.authorization);
  expect(ours.filter((one) => one !== undefined && theirs.includes(one))).toEqual([]);
});

test("no header of the MCP connection reaches an authorization server", async () => {
  await using world = await startOAuthWorld();
  const { authenticator } = party(world);
  const headers = {
    "x-api-key": "canary-key",
    cookie: "canary-cookie",
    "mcp-protocol-version": "2026-07-28",
  };
  const request = { method: "POST", url: world.serverUrl, headers } as const;
  const refusal = { status: 401, headers: {}, body: (async function* () {})() };
  expect(await authenticator.refused({ request, secrets: [] }, refusal)).toBe("retry");
  expect(JSON.stringify(world.http.requests)).not.toContain("canary");
});

test("canary secrets are in no error, event, status or file name", async () => {
  await using world = await startOAuthWorld();
  const folder = await mkdtemp(path.join(tmpdir(), "canary-"));
  try {
    const clock = manualClock();
    const events: AuthEvent[] = [];
    const outputs: string[] = [];
    const secret = "canary-client-secret";
    const shown: URL[] = [];
    const runtime = {
      clock,
      store: fileStore({ folder: path.join(folder, "store") }),
      onEvent: (event: AuthEvent) => events.push(event),
      interaction: willing(world, shown),
      principal: "canary-principal@example.com",
    };
    const { call, authenticator } = party(world, {}, runtime);
    await call();
    const failing = [
      () => ({ status: 503, json: { echo: true } }),
      () => ({ status: 400, json: { error: "invalid_request", error_description: "canary-echo" } }),
      () => ({ status: 400, json: { error: "canary echo, no code" } }),
      () => ({ json: { access_token: "canary-access", token_type: "mac" } }),
    ];
    for (const answer of failing) {
      world.http.routes.set("/token", answer);
      clock.advance(100_000);
      world.expireAll();
      const error = await call().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(McpAuthError);
      for (let one: unknown = error; one !== undefined; one = (one as { readonly cause?: unknown }).cause)
        outputs.push(
          String(one),
          inspect(one, { depth: 9 }),
          JSON.stringify(one),
          (one as Error).stack ?? "",
        );
    }
    const clients = [
      { kind: "pre-registered", clientId: "c", auth: { method: "client_secret_post", secret } },
    ] as const;
    const machine = party(world, { clients, grant: { type: "client_credentials" } });
    outputs.push(inspect(await machine.call().catch((reason: unknown) => reason), { depth: 9 }));
    outputs.push(
      JSON.stringify([events, machine.events, authenticator.status(), machine.authenticator.status()]),
    );
    outputs.push(...(await readdir(folder, { recursive: true })));

    const planted = ["canary-client-secret", "canary-echo", "canary echo", "canary-access"];
    for (const { form } of world.tokenRequests())
      for (const name of ["refresh_token", "code", "code_verifier"]) planted.push(form.get(name) ?? "");
    for (const { headers } of world.http.requests)
      planted.push(headers.authorization?.replace("Bearer ", "") ?? "");
    for (const url of shown) planted.push(url.searchParams.get("state") ?? "");
    const found = planted.filter((one) => one !== "" && outputs.some((output) => output.includes(one)));
    expect(planted.filter((one) => one !== "").length).toBeGreaterThan(8);
    expect(found).toEqual([]);
    expect((await readdir(folder, { recursive: true })).join()).not.toContain("canary-principal");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
