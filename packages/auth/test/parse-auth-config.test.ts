import { type McpAuthInput, parseAuthConfig } from "@x/auth";
import { expect, test } from "vitest";

test.each<[McpAuthInput, object]>([
  [{ kind: "none" }, { mode: "none" }],
  [
    { kind: "bearer", token: "t" },
    { mode: "bearer", token: "t" },
  ],
  [
    { kind: "oauth2", accessToken: "t" },
    { mode: "oauth", accessToken: "t" },
  ],
  [
    { kind: "api_key", header: "X-Key", value: "k" },
    { mode: "api-key", key: "k", placement: { in: "header", name: "X-Key" } },
  ],
  [
    { kind: "basic", username: "u", password: "p" },
    { mode: "basic", username: "u", password: "p" },
  ],
])("the harness's %j is read", (input, normal) => {
  expect(parseAuthConfig(input)).toEqual(normal);
});

test.each<[McpAuthInput]>([
  [{ mode: "none" }],
  [{ mode: "api-token", token: "t" }],
  [{ mode: "api-token", token: "t", headerName: "X-Token", scheme: "Token" }],
  [{ mode: "oauth", accessToken: "t" }],
  [{ mode: "oauth", accessToken: "t", tokenType: "DPoP", expiresAt: 1 }],
  [{ mode: "bearer", token: { env: "TOKEN" } }],
  [{ mode: "basic", username: "u", password: { file: "/run/secret" } }],
  [{ mode: "api-key", key: () => "k", placement: { in: "query", name: "key" } }],
])("%j stays as it is", (input) => {
  expect(parseAuthConfig(input)).toEqual(input);
});

test("other spellings of the same words are understood", () => {
  expect(parseAuthConfig({ type: "bearer", token: "t" })).toEqual({ mode: "bearer", token: "t" });
  expect(parseAuthConfig({ mode: "api_token", token: "t" })).toEqual({ mode: "api-token", token: "t" });
  expect(parseAuthConfig({ kind: "api-key", header: "X", value: "k" })).toMatchObject({ mode: "api-key" });
  expect(parseAuthConfig({ mode: "api_key", header: "X", value: "k" })).toMatchObject({ mode: "api-key" });
});

test.each([
  [{ mode: "beerer", token: "canary" }, "/auth/mode", "bearer"],
  [{ token: "canary" }, "/auth/mode", "expected one of"],
  [{ kind: "api-token", token: "canary" }, "/auth/kind", "expected one of"],
  [{ mode: "bearer", tokn: "canary" }, "/auth/tokn", "token"],
  [{ mode: "bearer" }, "/auth/token", "needs it"],
  [{ mode: "bearer", token: "" }, "/auth/token", "a secret"],
  [{ mode: "bearer", token: { env: "A", file: "canary" } }, "/auth/token", "a secret"],
  [{ mode: "bearer", token: { vault: "canary" } }, "/auth/token", "a secret"],
  [{ mode: "basic", username: "a:canary", password: "canary" }, "/auth/username", "colon"],
  [{ mode: "api-token", token: "canary", headerName: "X Y" }, "/auth/headerName", "one word"],
  [{ mode: "api-token", token: "canary", scheme: "Bearer\r\n" }, "/auth/scheme", "one word"],
  [{ mode: "api-key", key: "canary", placement: { in: "body", name: "k" } }, "/auth/placement/in", "header"],
  ["canary", "/auth", "expected an object"],
  [null, "/auth", "expected an object"],
])("%j is refused at the place that is wrong, without its value", (input, pointer, hint) => {
  const error = caught(() => parseAuthConfig(input, { serverId: "s" }));
  expect(error).toMatchObject({ code: "config", pointer, serverId: "s" });
  expect(error.message).toContain(hint);
  expect(JSON.stringify(error) + error.message).not.toContain("canary");
});

function caught(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}
