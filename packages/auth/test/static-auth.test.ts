import { type McpAuthInput, staticAuth, staticAuthenticator } from "@x/auth";
import { expect, test } from "vitest";
import { postTo, recordingSend } from "./support/recording-send.ts";

const url = "https://mcp.example.com/mcp?tenant=a";
const serverUrl = new URL(url);

/** The one request an authorized POST turns into. */
async function sent(input: McpAuthInput, headers: Readonly<Record<string, string>> = {}) {
  const { send, requests } = recordingSend();
  await staticAuth(input, { serverUrl })(send)(postTo(url, headers));
  const [request] = requests;
  if (request === undefined) throw new Error("nothing was sent");
  return request;
}

test.each<[McpAuthInput, string, string]>([
  [{ kind: "bearer", token: "t" }, "authorization", "Bearer t"],
  [{ kind: "oauth2", accessToken: "t" }, "authorization", "Bearer t"],
  [{ kind: "api_key", header: "X-Key", value: "k" }, "x-key", "k"],
  [{ kind: "basic", username: "ü", password: "p:ß" }, "authorization", `Basic ${utf8Base64("ü:p:ß")}`],
  [{ mode: "api-token", token: "t" }, "authorization", "t"],
  [{ mode: "api-token", token: "t", scheme: "Token" }, "authorization", "Token t"],
  [{ mode: "api-token", token: "t", headerName: "X-Auth", scheme: "Key" }, "x-auth", "Key t"],
  [{ mode: "oauth", accessToken: "t" }, "authorization", "Bearer t"],
  [{ mode: "oauth", accessToken: "t", tokenType: "bearer" }, "authorization", "Bearer t"],
  [{ mode: "oauth", accessToken: "t", tokenType: "DPoP" }, "authorization", "DPoP t"],
  [
    { mode: "api-key", key: "k", placement: { in: "header", name: "X-Key", prefix: "Key " } },
    "x-key",
    "Key k",
  ],
])("%j sends %s: %s", async (input, name, value) => {
  expect((await sent(input)).headers[name]).toBe(value);
});

test("a credential replaces a header of the same name and leaves the others", async () => {
  const { headers } = await sent(
    { mode: "bearer", token: "t" },
    { authorization: "Bearer static", "x-team": "search" },
  );
  expect(headers).toEqual({ authorization: "Bearer t", "x-team": "search" });
});

test("a key in the query is encoded and keeps what is there", async () => {
  const input = { mode: "api-key", key: "a&b=c", placement: { in: "query", name: "key" } } as const;
  expect((await sent(input)).url.href).toBe("https://mcp.example.com/mcp?tenant=a&key=a%26b%3Dc");
});

test("no authorization leaves the request alone", async () => {
  expect(await sent({ mode: "none" })).toEqual(postTo(url));
});

test.each([
  "http://mcp.example.com/mcp",
  "https://mcp.example.com:8443/mcp",
  "https://example.com/mcp",
  "https://evil.mcp.example.com/mcp",
  "https://mcp.example.com.evil.test/mcp",
])("nothing secret is sent to %s", async (other) => {
  const { send, requests } = recordingSend();
  await staticAuth({ mode: "bearer", token: "canary" }, { serverUrl })(send)(postTo(other));
  expect(requests).toEqual([postTo(other)]);
});

test("a 401 is one request, and the same secret is not shown again for a minute", async () => {
  let now = 0;
  const { send, requests } = recordingSend(() => 401);
  const authorized = staticAuth(
    { mode: "bearer", token: "canary" },
    { serverUrl, clock: { now: () => now } },
  )(send);
  const refused = { code: "auth", authCode: "credentials_rejected", retry: "never", outcome: "not-sent" };
  await expect(authorized(postTo(url))).rejects.toMatchObject({ ...refused, httpStatus: 401 });
  for (let turn = 0; turn < 5; turn++)
    await expect(authorized(postTo(url))).rejects.toMatchObject({ ...refused, httpStatus: undefined });
  expect(requests).toHaveLength(1);
  now = 60_000;
  await expect(authorized(postTo(url))).rejects.toMatchObject({ httpStatus: 401 });
  expect(requests).toHaveLength(2);
});

test("a secret that changed is tried at once", async () => {
  let token = "old";
  const { send, requests } = recordingSend(({ headers }) =>
    headers.authorization === "Bearer new" ? 200 : 401,
  );
  const authorized = staticAuth({ mode: "bearer", token: () => token }, { serverUrl })(send);
  await expect(authorized(postTo(url))).rejects.toMatchObject({ authCode: "credentials_rejected" });
  token = "new";
  expect((await authorized(postTo(url))).status).toBe(200);
  expect(requests).toHaveLength(2);
});

test("an access token past its time is called expired", async () => {
  const authenticator = staticAuthenticator(
    { mode: "oauth", accessToken: "t", expiresAt: 5 },
    { serverUrl, clock: { now: () => 6 } },
  );
  const applied = await authenticator.apply(postTo(url));
  const response = { status: 401, headers: {}, body: (async function* () {})() };
  expect(await authenticator.refused(applied, response)).toMatchObject({ authCode: "token_expired" });
  expect(authenticator.status()).toEqual({ state: "failed", lastError: "token_expired" });
});

test("a 401 without any authorization says what to declare", async () => {
  const { send } = recordingSend(() => 401);
  await expect(staticAuth({ mode: "none" }, { serverUrl })(send)(postTo(url))).rejects.toMatchObject({
    authCode: "auth_required",
    httpStatus: 401,
  });
});

test("a 403 that names scopes says which; another one is a refusal; neither sticks", async () => {
  const challenge = 'Bearer realm="x", error="insufficient_scope", scope="files:read files:write"';
  const { send, requests } = recordingSend((_, count) =>
    count === 1 ? { status: 403, headers: { "www-authenticate": challenge } } : count === 2 ? 403 : 200,
  );
  const authorized = staticAuth({ mode: "bearer", token: "t" }, { serverUrl })(send);
  await expect(authorized(postTo(url))).rejects.toMatchObject({
    authCode: "insufficient_scope",
    requiredScope: ["files:read", "files:write"],
    httpStatus: 403,
  });
  await expect(authorized(postTo(url))).rejects.toMatchObject({ authCode: "credentials_rejected" });
  expect((await authorized(postTo(url))).status).toBe(200);
  expect(requests).toHaveLength(3);
});

test("the body of a refusal is read, so that the connection can be used again", async () => {
  let ended = false;
  const { send } = recordingSend(() => ({
    status: 401,
    body: (async function* () {
      yield Buffer.from("no");
      ended = true;
    })(),
  }));
  await expect(
    staticAuth({ mode: "bearer", token: "t" }, { serverUrl })(send)(postTo(url)),
  ).rejects.toMatchObject({ code: "auth" });
  expect(ended).toBe(true);
});

function utf8Base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
