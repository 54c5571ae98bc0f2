import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { OAuth2Config } from "@x/auth";
import { ConfigError, type HttpSend, McpAuthError } from "@x/mcp-core";
import { expect, test } from "vitest";
import { party, plainSend } from "../support/oauth-party.ts";
import { type OAuthWorld, startOAuthWorld } from "../support/oauth-world.ts";
import type { Answer } from "../support/scripted-http.ts";

const prm = "/.well-known/oauth-protected-resource/mcp";
const asm = "/.well-known/oauth-authorization-server";

/** What a call fails with, and that nobody was sent anywhere and no code or token was asked for. */
async function failure(
  world: OAuthWorld,
  config: Partial<OAuth2Config> = {},
  timeoutMs = 10_000,
): Promise<McpAuthError> {
  const { call, prompts } = party(world, config, { timing: { requestTimeoutMs: timeoutMs } });
  const error = await call().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(McpAuthError);
  expect(prompts).toEqual([]);
  expect(world.tokenRequests()).toEqual([]);
  return error as McpAuthError;
}

const endless =
  (piece: string, pauseMs: number): Answer =>
  (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(piece), pauseMs);
    response.on("close", () => clearInterval(timer));
  };

test.each<[string, string, Answer, string]>([
  ["a fault of the resource metadata", prm, 500, "discovery_failed"],
  ["a resource metadata that wants a login", prm, 401, "discovery_failed"],
  [
    "resource metadata that is no JSON",
    prm,
    { text: "<html>", headers: { "content-type": "text/html" } },
    "metadata_invalid",
  ],
  ["resource metadata that is a list", prm, { json: [] }, "metadata_invalid"],
  [
    "resource metadata with wrong types",
    prm,
    { json: { resource: 7, authorization_servers: "x" } },
    "metadata_invalid",
  ],
  [
    "a redirect of the resource metadata",
    prm,
    { status: 302, headers: { location: "http://169.254.169.254/" } },
    "unsafe_url",
  ],
  ["a fault of the server metadata", asm, 503, "discovery_failed"],
  ["a body without end", prm, endless("x".repeat(64 * 1024), 1), "response_too_large"],
  [
    "invalid UTF-8",
    prm,
    (r) => r.writeHead(200, { "content-type": "application/json" }).end(Buffer.from([0xff, 0xfe])),
    "response_too_large",
  ],
  [
    "compression that was not asked for",
    prm,
    { headers: { "content-encoding": "x-odd", "content-type": "application/json" }, text: "{}" },
    "metadata_invalid",
  ],
  [
    "a body that hides in depth",
    prm,
    { text: "[".repeat(30_000), headers: { "content-type": "application/json" } },
    "metadata_invalid",
  ],
])("%s is no reason to guess", async (_, path, answer, authCode) => {
  await using world = await startOAuthWorld();
  world.http.routes.set(path, () => answer);
  expect(await failure(world)).toMatchObject({ authCode });
  expect(world.http.count("/register")).toBe(0);
});

const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;

test.each(
  Object.entries(packers).flatMap(([encoding, pack]) =>
    [prm, asm].map((path) => [encoding, path, pack] as const),
  ),
)("a bomb in %s at %s is read up to the limit, where the sender unpacks it", async (encoding, path, pack) => {
  await using world = await startOAuthWorld();
  const bomb = pack(Buffer.alloc(64 * 1024 * 1024, 0x20));
  const headers = { "content-type": "application/json", "content-encoding": encoding };
  world.http.routes.set(path, () => (response) => response.writeHead(200, headers).end(bomb));
  const before = process.memoryUsage().arrayBuffers;
  expect(await failure(world)).toMatchObject({ authCode: "response_too_large", retry: "never" });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
});

test.each<[string, Answer]>([
  ["hangs", () => {}],
  ["drips one byte at a time", endless("x", 20)],
])("a server that %s costs no more than the time for a request", async (_, answer) => {
  await using world = await startOAuthWorld();
  world.http.routes.set(prm, () => answer);
  expect(await failure(world, {}, 300)).toMatchObject({ authCode: "timeout", retry: "after-delay" });
});

test.each([
  ["http://evil.example/authorize", "unsafe_url"],
  ["javascript:alert(1)", "unsafe_url"],
  ["data:text/html,x", "unsafe_url"],
  ["file:///etc/passwd", "unsafe_url"],
  ["vbscript:x", "unsafe_url"],
  ["ms-msdt:/id", "unsafe_url"],
  ["ftp://evil.example/", "unsafe_url"],
  ["blob:https://evil.example/x", "unsafe_url"],
  ["about:blank", "unsafe_url"],
  ["ws://evil.example/", "unsafe_url"],
  ["intent://x#Intent;end", "unsafe_url"],
  ["https://user:password@evil.example/authorize", "unsafe_url"],
  ["https://evil.example/authorize#fragment", "unsafe_url"],
  ["no url", "metadata_invalid"],
])("nobody is sent to %j", async (authorization_endpoint, authCode) => {
  await using world = await startOAuthWorld();
  Object.assign(world.metadata, { authorization_endpoint });
  expect(await failure(world)).toMatchObject({ authCode });
});

test.each(["token_endpoint", "registration_endpoint", "revocation_endpoint"])(
  "%s is never plain http",
  async (name) => {
    await using world = await startOAuthWorld();
    Object.assign(world.metadata, { [name]: "http://evil.example/x" });
    expect(await failure(world)).toMatchObject({ authCode: "unsafe_url" });
  },
);

test.each<[string, object, Partial<OAuth2Config>, string]>([
  ["another issuer", { issuer: "https://honest.example" }, {}, "issuer_mismatch"],
  ["no issuer", { issuer: undefined }, {}, "issuer_mismatch"],
  ["no PKCE", { code_challenge_methods_supported: undefined }, {}, "pkce_unsupported"],
  ["plain PKCE only", { code_challenge_methods_supported: ["plain"] }, {}, "pkce_unsupported"],
  ["no token endpoint", { token_endpoint: undefined }, {}, "metadata_invalid"],
  ["no way to become a client", { registration_endpoint: undefined }, {}, "registration_unavailable"],
  [
    "a login elsewhere without the promise of iss",
    {
      authorization_endpoint: "https://honest.example/a",
      authorization_response_iss_parameter_supported: false,
    },
    {},
    "unsafe_url",
  ],
])("server metadata with %s is not used", async (_, metadata, config, authCode) => {
  await using world = await startOAuthWorld();
  Object.assign(world.metadata, metadata);
  expect(await failure(world, config)).toMatchObject({ authCode });
});

test("one slash too many in an issuer is refused, and accepted where that is declared", async () => {
  await using world = await startOAuthWorld();
  Object.assign(world.metadata, { issuer: `${world.issuer}/` });
  expect(await failure(world)).toMatchObject({ authCode: "issuer_mismatch" });
  const { call, events, prompts } = party(world, { compat: { issuerSlash: "either" } }, {});
  // The issuer of the document counts from then on: this server's `iss` is without the slash.
  await expect(call()).rejects.toMatchObject({ authCode: "issuer_mismatch", phase: "authorization" });
  expect(prompts).toHaveLength(1);
  expect(events).toContainEqual(expect.objectContaining({ type: "tolerated", detail: "issuerSlash" }));
});

test("PKCE without announcement works for issuers that are listed by name", async () => {
  await using world = await startOAuthWorld();
  Object.assign(world.metadata, { code_challenge_methods_supported: undefined });
  const { call } = party(world, { compat: { pkceAllowList: [world.issuer] } });
  expect(await call()).toMatchObject({ subject: "alice" });
});

test.each([["/mcp2"], [""], ["/mc"], ["/mcp/deeper"], ["/MCP"]])(
  "metadata for the resource %j is not metadata for /mcp",
  async (path) => {
    await using world = await startOAuthWorld();
    Object.assign(world.resourceMetadata, { resource: `${world.issuer}${path}` });
    expect(await failure(world)).toMatchObject({ authCode: "resource_mismatch" });
  },
);

test("a parent resource is accepted where that is declared, at the border of a path segment only", async () => {
  await using world = await startOAuthWorld();
  const compat = { parentResource: "same-origin-prefix" } as const;
  Object.assign(world.resourceMetadata, { resource: `${world.issuer}/mc` });
  expect(await failure(world, { compat })).toMatchObject({ authCode: "resource_mismatch" });
  Object.assign(world.resourceMetadata, { resource: world.issuer });
  const { call, prompts } = party(world, { compat });
  await call();
  expect(prompts[0]?.searchParams.get("resource")).toBe(world.issuer);
});

test("metadata at a foreign origin is not fetched", async () => {
  await using world = await startOAuthWorld();
  await using foreign = await startOAuthWorld();
  const hint = `resource_metadata="${foreign.issuer}${prm}"`;
  world.http.routes.set("/mcp", () => ({ status: 401, headers: { "www-authenticate": `Bearer ${hint}` } }));
  expect(await failure(world)).toMatchObject({ authCode: "unsafe_url" });
  expect(foreign.http.requests).toEqual([]);
});

test("a remote server cannot send us to this machine, in whatever spelling", async () => {
  const spellings = [
    "https://127.0.0.1",
    "https://127.1",
    "https://2130706433",
    "https://0x7f000001",
    "https://017700000001",
    "https://127.0.0.1.",
    "https://localhost",
    "https://LOCALHOST.",
    "https://x.localhost",
    "https://[::1]",
    "https://[0:0:0:0:0:0:0:1]",
    "https://[::ffff:127.0.0.1]",
    "https://[::ffff:7f00:1]",
    "https://[64:ff9b::127.0.0.1]",
    "http://127.0.0.1",
    "https://127.255.255.254",
    "https://①②⑦.0.0.1",
  ];
  const serverUrl = new URL("https://mcp.example/mcp");
  for (const issuer of spellings) {
    const asked: URL[] = [];
    const send: HttpSend = async (request) => {
      asked.push(request.url);
      const json = { resource: serverUrl.href, authorization_servers: [issuer] };
      const body = [Buffer.from(JSON.stringify(json))];
      return {
        status: 200,
        headers: { "content-type": "application/json" },
        body: (async function* () {
          yield* body;
        })(),
      };
    };
    const world = { serverUrl, browse: async (url: URL) => url } as unknown as OAuthWorld;
    const { authenticator } = party(world, {}, { send });
    const refusal = { status: 401, headers: {}, body: (async function* () {})() };
    const request = { method: "POST", url: serverUrl, headers: {} } as const;
    const verdict = await authenticator.refused({ request, secrets: [] }, refusal);
    expect(verdict, issuer).toMatchObject({ authCode: "egress_blocked" });
    expect(
      asked.map(({ hostname }) => hostname),
      issuer,
    ).toEqual(["mcp.example"]);
  }
});

test("what the guard of the sender refuses is told as that", async () => {
  await using world = await startOAuthWorld();
  const send: HttpSend = async (request) => {
    if (request.url.pathname === asm)
      throw new ConfigError({ pointer: "/egress/allow", problem: "private address" });
    return plainSend(request);
  };
  const { call } = party(world, {}, { send });
  await expect(call()).rejects.toMatchObject({ authCode: "egress_blocked", retry: "never" });
});

test("of two authorization servers the second is used while the first is away, before anybody is asked", async () => {
  await using world = await startOAuthWorld();
  await using down = await startOAuthWorld();
  down.http.routes.set(asm, () => 503);
  Object.assign(world.resourceMetadata, { authorization_servers: [down.issuer, world.issuer] });
  const { call, prompts } = party(world);
  await call();
  expect(prompts.map(({ origin }) => origin)).toEqual([world.issuer]);
});

test("default endpoints are guessed only where they were asked for", async () => {
  await using world = await startOAuthWorld();
  world.http.routes.delete(prm);
  world.http.routes.delete(asm);
  world.http.routes.set("/mcp", () => ({ status: 401 }));
  expect(await failure(world)).toMatchObject({ authCode: "discovery_failed" });
  const { call, prompts } = party(world, { compat: { legacyEndpoints: true } });
  await call().catch(() => undefined);
  expect(prompts[0]?.pathname).toBe("/authorize");
  expect(prompts[0]?.searchParams.has("resource")).toBe(false);
});
