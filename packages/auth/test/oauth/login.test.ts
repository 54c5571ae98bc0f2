import { completeAuthorization, type InteractionPort, pendingAuthorization } from "@x/auth";
import { McpAuthError, memoryStore } from "@x/mcp-core";
import { expect, test } from "vitest";
import { party, plainSend } from "../support/oauth-party.ts";
import { type OAuthWorld, startOAuthWorld } from "../support/oauth-world.ts";

const hosted = {
  type: "authorization_code",
  redirect: { kind: "hosted", url: "https://app.example/callback" },
} as const;
const pasted = {
  type: "authorization_code",
  redirect: { kind: "manual-paste", url: "https://app.example/done" },
} as const;

/** Someone who pastes back what the login led to, after a change. */
function pasting(world: OAuthWorld, change: (back: URL) => void): InteractionPort {
  return {
    async authorize({ url }) {
      const back = await world.browse(url);
      change(back);
      return { kind: "callback", params: back.href };
    },
  };
}

async function refusedWith(run: Promise<unknown>): Promise<McpAuthError> {
  const error = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(McpAuthError);
  return error as McpAuthError;
}

test("a login pasted by hand works", async () => {
  await using world = await startOAuthWorld();
  const { call } = party(world, { grant: pasted }, { interaction: pasting(world, () => {}) });
  expect(await call()).toMatchObject({ subject: "alice" });
});

test.each<[string, (back: URL) => void, string]>([
  ["a wrong state", (back) => back.searchParams.set("state", "wrong"), "state_mismatch"],
  ["no state", (back) => back.searchParams.delete("state"), "state_mismatch"],
  ["two states", (back) => back.searchParams.append("state", "second"), "state_mismatch"],
  ["a wrong iss", (back) => back.searchParams.set("iss", "https://evil.example"), "issuer_mismatch"],
  ["no iss where one was promised", (back) => back.searchParams.delete("iss"), "issuer_mismatch"],
  [
    "iss in another case",
    (back) => back.searchParams.set("iss", back.searchParams.get("iss")?.toUpperCase() ?? ""),
    "issuer_mismatch",
  ],
  [
    "iss with a slash",
    (back) => back.searchParams.set("iss", `${back.searchParams.get("iss")}/`),
    "issuer_mismatch",
  ],
  ["no code", (back) => back.searchParams.delete("code"), "issuer_mismatch"],
])("an answer with %s gets no token", async (_, change, authCode) => {
  await using world = await startOAuthWorld();
  const { call } = party(world, { grant: pasted }, { interaction: pasting(world, change) });
  expect(await refusedWith(call())).toMatchObject({ authCode, phase: "authorization" });
  expect(world.tokenRequests()).toEqual([]);
});

test.each([
  ["https://evil.example", "issuer_mismatch"],
  [undefined, "issuer_mismatch"],
])("an error whose iss is %j is not believed and not shown", async (iss, authCode) => {
  await using world = await startOAuthWorld();
  const change = (back: URL): void => {
    back.searchParams.delete("code");
    back.searchParams.set("error", "access_denied");
    back.searchParams.set("error_description", "canary-text");
    if (iss === undefined) back.searchParams.delete("iss");
    else back.searchParams.set("iss", iss);
  };
  const { call } = party(world, { grant: pasted }, { interaction: pasting(world, change) });
  const error = await refusedWith(call());
  expect(error).toMatchObject({ authCode, oauthError: undefined });
  expect(`${error.stack}${JSON.stringify(error)}`).not.toContain("canary-text");
});

test("a declined login is told as that, and not asked for again at once", async () => {
  await using world = await startOAuthWorld();
  let asked = 0;
  const interaction: InteractionPort = {
    async authorize() {
      asked += 1;
      return { kind: "declined" };
    },
  };
  const { call, authenticator } = party(world, {}, { interaction });
  for (let turn = 0; turn < 3; turn++)
    expect(await refusedWith(call())).toMatchObject({
      authCode: "interaction_declined",
      retry: "after-user",
    });
  expect(asked).toBe(1);
  expect(authenticator.status().state).toBe("denied");
});

test("a login nobody answers ends in time, and its listener with it", async () => {
  await using world = await startOAuthWorld();
  let redirect = "";
  const interaction: InteractionPort = {
    async authorize({ url }) {
      redirect = url.searchParams.get("redirect_uri") ?? "";
      return undefined;
    },
  };
  const { call } = party(world, {}, { interaction, timing: { interactionTimeoutMs: 200 } });
  expect(await refusedWith(call())).toMatchObject({ authCode: "interaction_timeout" });
  await expect(fetch(redirect)).rejects.toThrow();
});

test("when the last caller gives up, the listener is closed", async () => {
  await using world = await startOAuthWorld();
  const gone = new AbortController();
  let redirect = "";
  const interaction: InteractionPort = {
    async authorize({ url }) {
      redirect = url.searchParams.get("redirect_uri") ?? "";
      gone.abort(new Error("gone"));
      return undefined;
    },
  };
  const { call } = party(world, {}, { interaction });
  await expect(call(gone.signal)).rejects.toMatchObject({ code: "cancelled" });
  await expect
    .poll(() =>
      fetch(redirect).then(
        () => "open",
        () => "closed",
      ),
    )
    .toBe("closed");
});

test("the listener turns away other paths, hosts, methods and states, and repeats nothing", async () => {
  await using world = await startOAuthWorld();
  const seen: [number, string][] = [];
  const interaction: InteractionPort = {
    async authorize({ url }) {
      const back = await world.browse(url);
      const wrong = new URL(back);
      wrong.searchParams.set("state", "<script>canary</script>");
      for (const [target, init] of [
        [new URL("/other", back), {}],
        [back, { method: "POST" }],
        [wrong, {}],
        [back, {}],
      ] as const) {
        const answer = await fetch(target, init);
        seen.push([answer.status, await answer.text()]);
      }
      return undefined;
    },
  };
  const { call } = party(world, {}, { interaction });
  await call();
  expect(seen.map(([status]) => status)).toEqual([404, 404, 400, 200]);
  expect(JSON.stringify(seen)).not.toContain("canary");
});

test("a login that a web application began is finished in another process that shares the store", async () => {
  await using world = await startOAuthWorld();
  const store = memoryStore();
  const begun = party(world, { grant: hosted, interactive: false }, { store, principal: "user-7" });
  const { resumeToken = "", ...error } = await refusedWith(begun.call());
  expect(error).toMatchObject({ authCode: "interaction_required", retry: "after-user" });
  const replica = { store, send: plainSend };
  const pending = await pendingAuthorization(resumeToken, replica);
  expect(pending).toMatchObject({ serverId: "guarded", principal: "user-7", reason: "first-use" });
  const back = await world.browse(pending?.url ?? new URL("about:blank"));
  const foreign = { ...replica, principal: "user-8" };
  expect(await refusedWith(completeAuthorization(back, foreign))).toMatchObject({
    authCode: "state_mismatch",
  });
  await completeAuthorization(back, { ...replica, principal: "user-7" });
  expect(await begun.call()).toMatchObject({ subject: "alice" });
  expect(await refusedWith(completeAuthorization(back, replica))).toMatchObject({
    authCode: "state_mismatch",
  });
  expect(world.tokenRequests()).toHaveLength(1);
});

test("resumeToken is on the error for whoever needs it, and in nothing that is printed", async () => {
  await using world = await startOAuthWorld();
  const error = await refusedWith(party(world, { grant: hosted, interactive: false }).call());
  expect(error.resumeToken).toEqual(expect.any(String));
  expect(JSON.stringify(error) + error.stack).not.toContain(error.resumeToken ?? "-");
});

test("without a person and without a hosted redirect it says so at once", async () => {
  await using world = await startOAuthWorld();
  const error = await refusedWith(party(world, { interactive: false }).call());
  expect(error).toMatchObject({ authCode: "interaction_required", resumeToken: undefined });
  expect(world.http.count("/register")).toBe(0);
});

test("a server that moves to another authorization server gets a new registration and a new login there", async () => {
  await using world = await startOAuthWorld();
  await using other = await startOAuthWorld();
  const clientIds = new Set<string>();
  const { call, prompts } = party(world);
  await call();
  Object.assign(world.resourceMetadata, { authorization_servers: [other.issuer] });
  world.expireAll();
  // The MCP server itself does not know the new tokens here; what counts is who was asked for them.
  await call().catch(() => undefined);
  for (const url of prompts) clientIds.add(`${url.origin} ${url.searchParams.get("client_id")}`);
  expect(prompts.map(({ origin }) => origin)).toEqual([world.issuer, other.issuer]);
  expect(clientIds.size).toBe(2);
  expect(world.tokenRequests("refresh_token")).toEqual([]);
  expect(other.tokenRequests("refresh_token")).toEqual([]);
});

test("a pre-registered client is not shown to another authorization server", async () => {
  await using world = await startOAuthWorld();
  const client = { kind: "pre-registered", clientId: "mine", issuer: "https://auth.example" } as const;
  const error = await refusedWith(party(world, { clients: [client] }).call());
  expect(error).toMatchObject({ authCode: "binding_violation", retry: "never" });
  expect(JSON.stringify(world.http.requests)).not.toContain("mine");
});
