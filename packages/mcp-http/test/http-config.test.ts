import { inspect } from "node:util";
import { type ConfigError, type HttpMiddleware, type HttpSend, memoryStore, systemClock } from "@x/mcp-core";
import { createHttpTransport, type HttpServerConfig, httpFactory } from "@x/mcp-http";
import { checkHttpConfig } from "@x/mcp-http/config";
import { startScriptedHttpServer } from "@x/mcp-testing";
import { expect, test } from "vitest";

const base = { kind: "streamable-http", serverId: "s", url: "https://example.com/mcp" } as const;

test.each([
  [{ ...base, url: undefined }, "/url", "https://example.com/mcp"],
  [{ ...base, url: "example.com" }, "/url", "whole URL"],
  [{ ...base, url: "ftp://canary.example" }, "/url", "https"],
  [{ ...base, url: "https://user:canary@example.com" }, "/url", "`auth`"],
  [{ ...base, kind: "http" }, "/kind", "streamable-http"],
  [{ ...base, header: "canary" }, "/header", 'Did you mean "headers"'],
  [{ ...base, headers: { "x-a": "canary\r\nx-b: 1" } }, "/headers", "line break"],
  [{ ...base, headers: { "x a": "canary" } }, "/headers", "no header name"],
  [{ ...base, headers: { "Content-Type": "canary" } }, "/headers", "belongs to the protocol"],
  [{ ...base, headers: { "Mcp-Session-Id": "canary" } }, "/headers", "belongs to the protocol"],
  [{ ...base, headers: { host: "canary" } }, "/headers", "belongs to the protocol"],
  [{ ...base, egress: { allow: ["https://canary"] } }, "/egress/allow/0", "host:port"],
  [{ ...base, egress: { alow: [] } }, "/egress/alow", "allow"],
  [{ ...base, callTimeoutMs: 0 }, "/callTimeoutMs", "above 0"],
  [{ ...base, era: "new" }, "/era", "auto"],
  [{ ...base, auth: "canary" }, "/auth", "an object"],
])("a wrong declaration is refused at its place, without its value", (config, pointer, hint) => {
  try {
    checkHttpConfig(config, { serverId: "s" });
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ code: "config", pointer });
    expect((error as ConfigError).message).toContain(hint);
    expect((error as ConfigError).message).not.toContain("canary");
  }
});

test("a declaration with everything is taken, and survives JSON", () => {
  const config: HttpServerConfig = {
    ...base,
    headers: { "x-team": "search", Authorization: "Bearer t" },
    auth: { mode: "bearer", token: { env: "TOKEN" } },
    egress: { allow: ["db.internal:8443", "[fd00::1]:443"] },
    era: "modern",
    legacySse: false,
    validation: "warn",
    connectTimeoutMs: 1,
    callTimeoutMs: 1,
    totalTimeoutMs: 1,
    resetTimeoutOnProgress: false,
    probeTimeoutMs: 1,
    backoff: { initialDelayMs: 1, maxDelayMs: 1, factor: 2, maxAttempts: 1 },
    maxMessageBytes: 1,
  };
  checkHttpConfig(JSON.parse(JSON.stringify(config)));
});

test("a declaration with `auth` is refused where nothing could authorize", () => {
  const config = { ...base, auth: { mode: "bearer", token: "canary" } };
  expect(() => createHttpTransport(config)).toThrowError(
    expect.objectContaining({ code: "config", pointer: "/auth" }),
  );
});

test("declared headers come first, the middleware next, authorization last", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "modern" } });
  const order: string[] = [];
  const setting =
    (name: string, value: string): HttpMiddleware =>
    (next: HttpSend) =>
    (request) => {
      order.push(name);
      return next({ ...request, headers: { ...request.headers, authorization: value } });
    };
  const factory = httpFactory({
    middleware: [setting("first", "one"), setting("second", "two")],
    authorize: (config) => setting(`auth of ${config.serverId}`, "last"),
  });
  const context = {
    store: memoryStore(),
    clock: systemClock(),
    handlers: {},
    principal: "p",
  };
  await using transport = factory(
    { ...base, url: server.url, headers: { Authorization: "declared" }, auth: {} },
    context,
  );
  await transport.connect();
  expect(order.slice(0, 3)).toEqual(["first", "second", "auth of s"]);
  expect(server.counters.requests[0]?.headers.authorization).toBe("last");
});

test("what stands in headers, URL and credentials is in no error and no event", async () => {
  const canary = "canary-7719";
  await using server = await startScriptedHttpServer();
  const events: unknown[] = [];
  const errors: unknown[] = [];
  await using transport = createHttpTransport({
    ...base,
    url: `${server.url}?key=${canary}`,
    headers: { authorization: `Bearer ${canary}`, "x-secret": canary },
  });
  for (const type of ["state", "warning", "limit", "noise", "call"] as const)
    transport.on(type, (event) => events.push(event));
  await transport.connect();
  for (const status of [200, 307, 400, 401, 403, 404, 429, 500, 503]) {
    server.fault({ kind: "status", status, body: `the server repeats ${canary}`, times: 1 });
    await transport.callTool("echo", { text: "x" }).catch((error: unknown) => errors.push(error));
  }
  server.fault({ kind: "reset", times: 1 });
  await transport.callTool("echo", { text: canary }).catch((error: unknown) => errors.push(error));
  expect(errors.length).toBeGreaterThan(7);
  expect(inspect([errors, events], { depth: 12, showHidden: true })).not.toContain(canary);
});
