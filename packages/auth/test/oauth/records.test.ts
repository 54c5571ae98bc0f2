import { isMcpError, type KeyValueStore, memoryStore } from "@x/mcp-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manualClock } from "../support/manual-clock.ts";
import { party } from "../support/oauth-party.ts";
import { type OAuthWorld, startOAuthWorld } from "../support/oauth-world.ts";

type Stored = Readonly<Record<string, unknown>>;

const clock = manualClock();
const odd: readonly unknown[] = [null, 0, -1, "", "a\r\nb", [], {}, [7], 1e308];
/** Keys whose every value is somebody's: a name that is another one is no damage. */
const free = new Set([
  "clientId",
  "issuer",
  "resource",
  "metadataUrl",
  "refreshToken",
  "secret",
  "accessToken",
]);

let world: OAuthWorld;
const records = new Map<string, string>();

beforeAll(async () => {
  world = await startOAuthWorld();
  // Many tests refresh with the same token.
  world.rotates = false;
  const inner = memoryStore({ clock });
  const store: KeyValueStore = {
    ...inner,
    async put(key, value, options) {
      records.set(key, value);
      return inner.put(key, value, options);
    },
  };
  await party(world, {}, { store, clock }).call();
  clock.advance(60_000);
});
afterAll(() => world[Symbol.asyncDispose]());

/** What a call does where one record of the store is something else. */
async function callWith(key: string, text: string) {
  const store = memoryStore({ clock });
  for (const [known, value] of records) await store.put(known, value);
  await store.put(key, text);
  world.http.requests.length = 0;
  const { call, authenticator } = party(world, {}, { store, clock });
  const answer = await call().catch((error: unknown) => error);
  expect(authenticator.status().state).toMatch(/^(ready|needs-user|failed|refreshing)$/);
  const sent = world.http.requests
    .map(({ headers, body }) => `${headers.authorization ?? ""} ${body}`)
    .join();
  expect(sent).not.toMatch(/undefined|null|NaN|\[object/);
  return answer;
}

const damaged = (original: Stored): readonly string[] => [
  ...["", "null", "7", "[]", "{", "{}", '{"v":1}', '{"v":2}', "\0"],
  ...Object.keys(original).flatMap((name) =>
    [undefined, ...odd]
      .filter((value) => !(free.has(name) && typeof value === "string" && value !== ""))
      .map((value) => JSON.stringify({ ...original, [name]: value })),
  ),
];

describe("a record of the store that was damaged", () => {
  test.each(["auth/token", "auth/binding", "auth/client"])("under %s is as good as absent", async (kind) => {
    const [key, value] = [...records].find(([name]) => name.startsWith(kind)) ?? [];
    if (key === undefined || value === undefined) throw new Error("There is no such record.");
    for (const text of damaged(JSON.parse(value) as Stored)) {
      const answer = await callWith(key, text);
      // At worst somebody logs in again; what is left of it is never sent.
      if (isMcpError(answer)) throw answer;
      expect(answer).toMatchObject({ subject: "alice" });
    }
  });
});

test("an access token that no header can hold is refused where it comes from, and not stored", async () => {
  await using hostile = await startOAuthWorld();
  hostile.tokenExtras.access_token = "a\r\nx-injected: b";
  const store = memoryStore({ clock });
  await expect(party(hostile, {}, { store, clock }).call()).rejects.toMatchObject({
    code: "auth",
    authCode: "metadata_invalid",
  });
  delete hostile.tokenExtras.access_token;
  expect(await party(hostile, {}, { store, clock }).call()).toMatchObject({ subject: "alice" });
});

test("a client that was forgotten is registered again after a login that led nowhere", async () => {
  await using forgetful = await startOAuthWorld();
  const store = memoryStore({ clock });
  await party(forgetful, {}, { store, clock }).call();
  const authorize = forgetful.http.routes.get("/authorize");
  forgetful.expireAll();
  clock.advance(60_000);
  // Its tokens are gone too, and whoever comes to log in is shown a page without a way back.
  forgetful.http.routes.set("/token", () => ({ status: 400, json: { error: "invalid_grant" } }));
  forgetful.http.routes.set("/authorize", () => ({ status: 400, text: "unknown client" }));
  const timing = { interactionTimeoutMs: 100 };
  const { call } = party(
    forgetful,
    {},
    { store, clock, timing, interaction: { authorize: async () => undefined } },
  );
  await expect(call()).rejects.toMatchObject({ authCode: "interaction_timeout" });
  expect(forgetful.http.count("/register")).toBe(1);
  if (authorize !== undefined) forgetful.http.routes.set("/authorize", authorize);
  await expect(call()).rejects.toMatchObject({ authCode: "interaction_timeout" });
  expect(forgetful.http.count("/register")).toBe(2);
  // Once an hour, however often nobody answers.
  await expect(call()).rejects.toMatchObject({ authCode: "interaction_timeout" });
  expect(forgetful.http.count("/register")).toBe(2);
});
