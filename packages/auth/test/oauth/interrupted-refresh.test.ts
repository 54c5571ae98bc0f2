import type { OAuth2Config } from "@x/auth";
import { type HttpSend, type KeyValueStore, McpAuthError, memoryStore } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { type ManualClock, manualClock } from "../support/manual-clock.ts";
import { type OAuthParty, party, plainSend } from "../support/oauth-party.ts";
import { type OAuthWorld, startOAuthWorld } from "../support/oauth-world.ts";
import type { Answer } from "../support/scripted-http.ts";

const isRefresh = (body: string | undefined): boolean => body?.includes("grant_type=refresh_token") === true;

/** Somebody announced a refresh and was never heard of again, before or after the server took it. */
async function abandoned(
  world: OAuthWorld,
  at: "before" | "after",
  {
    turns = 1,
    refreshed = false,
    refresh,
  }: {
    readonly turns?: number;
    /** Whether there was a refresh before, which shows what the server does with refresh tokens. */
    readonly refreshed?: boolean;
    readonly refresh?: OAuth2Config["refresh"];
  } = {},
): Promise<{ readonly clock: ManualClock; readonly next: OAuthParty }> {
  const clock = manualClock();
  const store = memoryStore({ clock });
  const config = { interactive: false, ...(refresh === undefined ? {} : { refresh }) };
  const { call } = party(world, {}, { clock, store });
  await call();
  if (refreshed) {
    clock.advance(10_000);
    world.expireAll();
    await call();
  }
  for (let turn = 0; turn < turns; turn++) {
    clock.advance(10_000);
    world.expireAll();
    let gone = (): void => {};
    const reached = new Promise<void>((resolve) => {
      gone = resolve;
    });
    const send: HttpSend = async (request) => {
      if (!isRefresh(request.body)) return plainSend(request);
      if (at === "after") await plainSend(request);
      gone();
      return new Promise(() => {});
    };
    const leaves = new AbortController();
    const timing = { lockLeaseMs: 50, requestTimeoutMs: 600_000 };
    const lost = party(world, config, { clock, store, send, timing }).call(leaves.signal);
    await reached;
    leaves.abort();
    await expect(lost).rejects.toMatchObject({ code: "cancelled" });
  }
  clock.advance(60_000);
  return { clock, next: party(world, config, { clock, store }) };
}

const failure = async (made: Promise<unknown>): Promise<McpAuthError> => {
  const error = await made.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof McpAuthError)) throw new Error("It did not fail as it should.");
  return error;
};
const asking = (world: OAuthWorld): void => {
  world.metadata.introspection_endpoint = `${world.issuer}/introspect`;
};

describe("a refresh that was announced, and of which nothing more was heard", () => {
  test("is made where the server says that the token is good", async () => {
    await using world = await startOAuthWorld();
    asking(world);
    const { next } = await abandoned(world, "before");
    expect(await next.call()).toMatchObject({ subject: "alice" });
    expect(world.tokenRequests("refresh_token")).toHaveLength(1);
    const [asked] = world.http.requests.filter(({ path }) => path === "/introspect");
    expect(asked?.form.get("token_type_hint")).toBe("refresh_token");
    expect(asked?.form.get("client_id")).toBeTruthy();
  });

  test("is not made again where the server says that the token is used up: the error says so", async () => {
    await using world = await startOAuthWorld();
    asking(world);
    const { next } = await abandoned(world, "after");
    const error = await failure(next.call());
    expect(error).toMatchObject({ authCode: "interaction_required", retry: "after-user" });
    expect(error.cause).toMatchObject({
      authCode: "refresh_rejected",
      message: expect.stringContaining("says that the refresh token is used up"),
    });
    expect(world.tokenRequests("refresh_token")).toHaveLength(1);
    expect(world.reused).toBe(0);
    expect(world.grants.map(({ revoked }) => revoked)).toEqual([false]);
  });

  test("is made however often a process died, where the server says each time that the token is good", async () => {
    await using world = await startOAuthWorld();
    asking(world);
    const { next } = await abandoned(world, "before", { turns: 3 });
    await next.call();
    expect(world.tokenRequests("refresh_token")).toHaveLength(1);
  });

  test.each<[string, Partial<Record<string, unknown>>, Answer]>([
    ["offers no introspection", {}, 404],
    ["refuses it to this client", { introspection_endpoint: "/introspect" }, 401],
    ["fails at it", { introspection_endpoint: "/introspect" }, 500],
    ["answers something else", { introspection_endpoint: "/introspect" }, { json: { active: "yes" } }],
    ["names a place that may not be used", { introspection_endpoint: "http://10.0.0.1/x" }, 500],
    ["names another origin for it", { introspection_endpoint: "http://127.0.0.1:1/introspect" }, 500],
    ["names no URL for it", { introspection_endpoint: 7 }, 500],
  ])("asks for a login where the server %s", async (_name, metadata, answer) => {
    await using world = await startOAuthWorld();
    const { introspection_endpoint: place } = metadata;
    if (place !== undefined)
      world.metadata.introspection_endpoint = place === "/introspect" ? `${world.issuer}${place}` : place;
    world.http.routes.set("/introspect", () => answer);
    const { next } = await abandoned(world, "before");
    const error = await failure(next.call());
    expect(error.authCode).toBe("interaction_required");
    expect(error.cause).toMatchObject({ message: expect.stringContaining("does not tell whether") });
    expect(world.tokenRequests("refresh_token")).toEqual([]);
  });

  test.each([429, 503])("waits where the server cannot say for the moment (HTTP %s)", async (status) => {
    await using world = await startOAuthWorld();
    asking(world);
    const { clock, next } = await abandoned(world, "before");
    const restore = world.http.replace("/introspect", () => ({ status, headers: { "retry-after": "7" } }));
    const error = await failure(next.call());
    expect(error).toMatchObject({ authCode: "refresh_unavailable", retryAfterMs: 7_000 });
    restore();
    clock.advance(8_000);
    await next.call();
    expect(world.tokenRequests("refresh_token")).toHaveLength(1);
  });

  test("is made once more where the server left its refresh token in force the last time", async () => {
    await using world = await startOAuthWorld();
    world.rotates = false;
    const { next } = await abandoned(world, "after", { refreshed: true });
    await next.call();
    expect(world.tokenRequests("refresh_token")).toHaveLength(3);
  });

  test("is made no third time where the server left its refresh token in force, but does not say that it still does", async () => {
    await using world = await startOAuthWorld();
    world.rotates = false;
    const { next } = await abandoned(world, "before", { refreshed: true, turns: 2 });
    expect((await failure(next.call())).authCode).toBe("interaction_required");
    expect(world.tokenRequests("refresh_token")).toHaveLength(1);
  });

  test("asks nobody, not even the server, where that was declared", async () => {
    await using world = await startOAuthWorld();
    asking(world);
    const { next } = await abandoned(world, "before", { refresh: { afterCrash: "login" } });
    expect((await failure(next.call())).authCode).toBe("interaction_required");
    expect(world.http.count("/introspect")).toBe(0);
    expect(world.tokenRequests("refresh_token")).toEqual([]);
  });
});

test("a machine that slept between the announcement and the request sends none: others may have refreshed by then", async () => {
  await using world = await startOAuthWorld();
  const clock = manualClock();
  const inner = memoryStore({ clock });
  await party(world, {}, { clock, store: inner }).call();
  clock.advance(10_000);
  world.expireAll();
  let naps = 1;
  const store: KeyValueStore = {
    ...inner,
    async put(key, value, options) {
      const written = await inner.put(key, value, options);
      if (value.includes('"intent"') && naps-- > 0) clock.advance(31_000);
      return written;
    },
  };
  const { call } = party(world, { interactive: false }, { clock, store });
  await expect(call()).rejects.toMatchObject({ authCode: "lock_timeout", retry: "after-delay" });
  expect(world.tokenRequests("refresh_token")).toEqual([]);
  clock.advance(60_000);
  await call();
  expect(world.tokenRequests("refresh_token")).toHaveLength(1);
});
