import { McpAuthError } from "@x/mcp-core";
import { expect, test } from "vitest";
import { party, willing } from "../support/oauth-party.ts";
import { startOAuthWorld } from "../support/oauth-world.ts";

test("five parallel calls that need more ask once, for all that was asked before and what is missing", async () => {
  await using world = await startOAuthWorld();
  Object.assign(world.resourceMetadata, { scopes_supported: ["read"] });
  const { call, prompts } = party(world);
  await call();
  world.demanded = "write";
  const results = await Promise.all(Array.from({ length: 5 }, () => call()));
  expect(results.map(({ scope }) => scope)).toEqual(Array(5).fill("read write"));
  expect(prompts.map((url) => url.searchParams.get("scope"))).toEqual(["read", "read write"]);
  expect(world.http.count("/register")).toBe(1);
});

test("a server that never has enough is not asked for ever", async () => {
  await using world = await startOAuthWorld();
  const { call, prompts } = party(world);
  await call();
  const hint = `Bearer error="insufficient_scope", scope="write"`;
  world.http.routes.set("/mcp", () => ({ status: 403, headers: { "www-authenticate": hint } }));
  for (let turn = 0; turn < 3; turn++)
    await expect(call()).rejects.toMatchObject({ authCode: "step_up_limit" });
  expect(prompts).toHaveLength(2);
});

test("what an authorization server does not grant is not asked for again", async () => {
  await using world = await startOAuthWorld();
  const { call, prompts } = party(world);
  await call();
  const hint = `Bearer error="insufficient_scope", scope="admin"`;
  world.http.routes.set("/mcp", () => ({ status: 403, headers: { "www-authenticate": hint } }));
  world.tokenExtras.scope = "read";
  for (let turn = 0; turn < 3; turn++)
    await expect(call()).rejects.toMatchObject({ authCode: "step_up_limit", grantedScope: ["read"] });
  expect(prompts).toHaveLength(2);
});

test.each([[{ stepUp: "never" }], [{ max: ["read"] }], [{ stepUp: "ask" }]] as const)(
  "with %j nothing more is asked for than is allowed",
  async (scope) => {
    await using world = await startOAuthWorld();
    Object.assign(world.resourceMetadata, { scopes_supported: ["read"] });
    const prompts: URL[] = [];
    const wishes: unknown[] = [];
    const interaction = {
      ...willing(world, prompts),
      approveScope: async (wish: { readonly want: readonly string[] }) => {
        wishes.push(wish.want);
        return false;
      },
    };
    const { call } = party(world, { scope }, { interaction });
    await call();
    world.demanded = "write";
    const refused = {
      authCode: "insufficient_scope",
      requiredScope: ["write"],
      grantedScope: ["read"],
      httpStatus: 403,
    };
    await expect(call()).rejects.toMatchObject(refused);
    expect(prompts).toHaveLength(1);
    expect(wishes).toEqual("stepUp" in scope && scope.stepUp === "ask" ? [["write"]] : []);
  },
);

test("the challenge decides over the metadata, and offline_access is added only where it is listed", async () => {
  await using world = await startOAuthWorld();
  Object.assign(world.resourceMetadata, { scopes_supported: ["a", "b"] });
  Object.assign(world.metadata, { scopes_supported: ["offline_access"] });
  const mcp = world.http.routes.get("/mcp");
  world.http.routes.set("/mcp", async (request) => {
    const answer = (await mcp?.(request)) ?? 500;
    const refused = typeof answer === "object" && answer.status === 401;
    return refused ? { status: 401, headers: { "www-authenticate": 'Bearer scope="c"' } } : answer;
  });
  const { call, prompts } = party(world);
  await call();
  expect(prompts[0]?.searchParams.get("scope")).toBe("c offline_access");
  expect(prompts[0]?.searchParams.get("prompt")).toBe("consent");
});

test("a refusal without a word about scope is an error at once", async () => {
  await using world = await startOAuthWorld();
  const { call, prompts } = party(world);
  await call();
  world.http.routes.set("/mcp", () => 403);
  const error = await call().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(McpAuthError);
  expect(error).toMatchObject({ authCode: "credentials_rejected", httpStatus: 403, outcome: "not-sent" });
  expect(prompts).toHaveLength(1);
});
