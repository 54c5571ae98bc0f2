import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { inspect } from "node:util";
import { type AuthRuntime, type SecretInput, staticAuth } from "@x/auth";
import { expect, test } from "vitest";
import { postTo, recordingSend } from "./support/recording-send.ts";

const serverUrl = new URL("https://mcp.example.com/mcp");

/** The Authorization header a secret leads to. */
async function header(token: SecretInput, runtime: Partial<AuthRuntime> = {}): Promise<string | undefined> {
  const { send, requests } = recordingSend();
  await staticAuth({ mode: "bearer", token }, { serverUrl, serverId: "s", ...runtime })(send)(
    postTo(serverUrl.href),
  );
  return requests[0]?.headers.authorization;
}

test("a secret comes from itself, a function, a variable or a file; one line end is dropped", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "auth-"));
  const file = path.join(folder, "token");
  await writeFile(file, "from-file\r\n");
  expect(await header("plain")).toBe("Bearer plain");
  expect(await header(() => "made")).toBe("Bearer made");
  expect(await header(async () => "later\n")).toBe("Bearer later");
  expect(await header({ env: "TOKEN" }, { env: (name) => `${name}!` })).toBe("Bearer TOKEN!");
  expect(await header({ file })).toBe("Bearer from-file");
  await rm(folder, { recursive: true });
});

test("a secret is asked for with every request", async () => {
  let count = 0;
  const { send, requests } = recordingSend();
  const authorized = staticAuth({ mode: "bearer", token: () => `t${++count}` }, { serverUrl })(send);
  await authorized(postTo(serverUrl.href));
  await authorized(postTo(serverUrl.href));
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer t1", "Bearer t2"]);
});

test.each<[string, SecretInput, Partial<AuthRuntime>, string]>([
  ["no reader", { env: "TOKEN" }, {}, "process.env"],
  ["no variable", { env: "TOKEN" }, { env: () => undefined }, "TOKEN"],
  ["an empty variable", { env: "TOKEN" }, { env: () => "" }, "TOKEN"],
  ["no file", { file: "/no/such/secret" }, {}, "/no/such/secret"],
  ["an empty function", () => "", {}, "function"],
])("%s is said before anything is sent", async (_, token, runtime, hint) => {
  await expect(header(token, runtime)).rejects.toMatchObject({
    code: "auth",
    authCode: "config_invalid",
    outcome: "not-sent",
    serverId: "s",
    message: expect.stringContaining(hint),
  });
});

test.each(["canary\r\nX-Evil: 1", "canary\nmore", "canary\0", "canary\u007f", "canary → more"])(
  "a secret that no header may hold is refused without being repeated (%j)",
  async (token) => {
    const { send, requests } = recordingSend();
    const error = await staticAuth(
      { mode: "bearer", token },
      { serverUrl },
    )(send)(postTo(serverUrl.href)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ authCode: "config_invalid" });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("canary");
    expect(requests).toEqual([]);
  },
);

test("no error of a refusal holds the secret in any form", async () => {
  const secret = "canary-5150";
  const inputs = [
    { mode: "bearer", token: secret },
    { mode: "basic", username: "u", password: secret },
    { mode: "api-key", key: secret, placement: { in: "query", name: "key" } },
  ] as const;
  for (const input of inputs)
    for (const status of [401, 403]) {
      const { send } = recordingSend(() => status);
      const error = await staticAuth(input, { serverUrl })(send)(postTo(serverUrl.href)).catch(
        (thrown: unknown) => thrown,
      );
      const shown = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error);
      expect(shown).toContain("McpAuthError");
      for (const form of [secret, btoa(`u:${secret}`)]) expect(shown).not.toContain(form);
    }
});
