import { describe, expect, test } from "vitest";
import { createMcpSandboxHandler, type McpSandboxHandlerOptions, McpUiServerError } from "../../src/index.ts";
import { host, makeSandbox, sandbox, secret } from "../fixtures/sandbox.ts";

describe("the mode", () => {
  const resolveResource = () => "<p>";

  test("is proxy as soon as there is another origin, and one frame where nothing of it is given", () => {
    expect(makeSandbox().mode).toBe("proxy");
    expect(createMcpSandboxHandler({ resolveResource, themes: {} }).mode).toBe("direct");
  });

  test.each([
    [{ sandboxOrigin: sandbox }, "hostOrigins"],
    [{ hostOrigins: [host] }, "sandboxOrigin"],
    [{ secret }, "sandboxOrigin"],
    [{ hostOrigins: [host], sandboxOrigin: sandbox }, "secret"],
    [{ hostOrigins: [], sandboxOrigin: sandbox, secret }, "hostOrigins"],
    [{ mode: "proxy" }, "sandboxOrigin"],
    [{ mode: "proxy-html" }, "sandboxOrigin"],
    [{ mode: "dedicated" }, "sandboxOrigin"],
  ] as const)("never falls back to one frame where something of %j is missing", (options, option) => {
    expect(() => createMcpSandboxHandler({ resolveResource, ...options })).toThrow(
      expect.objectContaining({ code: "config", option }),
    );
  });
});

test.each([undefined, null, 7, []])("options that are %j are refused", (options) => {
  const make = (): unknown => createMcpSandboxHandler(options as never);
  expect(make).toThrow(expect.objectContaining({ code: "config" }));
});

describe("a wrong option is refused before anything is served:", () => {
  test.each<[string, Partial<McpSandboxHandlerOptions>]>([
    ["sandboxOrigin", { sandboxOrigin: host }],
    ["sandboxOrigin", { sandboxOrigin: "https://views.example/path" }],
    ["sandboxOrigin", { sandboxOrigin: "ftp://views.example" }],
    ["sandboxOrigin", { sandboxOrigin: "http://[::1]:4000" }],
    ["hostOrigins[0]", { hostOrigins: ["*"] }],
    ["hostOrigins[1]", { hostOrigins: [host, "https://*.example"] }],
    ["hostOrigins[0]", { hostOrigins: ["https://a.example; script-src *"] }],
    ["secret", { secret: "short" }],
    ["secret", { secret: [] }],
    ["secret", { secret: [secret, new Uint8Array(31)] }],
    ["basePath", { basePath: "mcp" }],
    ["basePath", { basePath: "/a b" }],
    ["basePath", { basePath: "/a/../b" }],
    ["tokenPrefixes", { tokenPrefixes: ["ns-"] }],
    ["tokenPrefixes", { tokenPrefixes: ["--"] }],
    ["limits.urlTtlMs", { limits: { urlTtlMs: 0 } }],
    ["limits.maxTime", { limits: { maxTime: 1 } as object }],
    ["resolveResource", { resolveResource: undefined as never }],
    ["resolveResource", { resolveResource: "<p>" as never }],
    ["themes", { themes: 7 as never }],
    ["mode", { mode: "Proxy" as never }],
    ["profile", { profile: "loose" as never }],
    ["hostOrigins", { hostOrigins: host as never }],
    ["hostOrigins", { hostOrigins: [7] as never }],
    ["allow", { allow: "https://a.example" as never }],
    ["deny", { deny: [null] as never }],
    ["grants", { grants: "camera" as never }],
    ["mimeTypes", { mimeTypes: "text/html" as never }],
    ["limits", { limits: 7 as never }],
    ["onAudit", { onAudit: {} as never }],
    ["tokenPrefixes", { tokenPrefixes: "--ns-" as never }],
    ["viewOrigin", { mode: "dedicated" }],
    ["viewOrigin", { viewOrigin: "https://{id}.apps.example" }],
    ["viewOrigin", { mode: "dedicated", viewOrigin: "https://apps.example" }],
    ["viewOrigin", { mode: "dedicated", viewOrigin: "https://{id}.{id}.example" }],
    ["viewOrigin", { mode: "dedicated", viewOrigin: "https://x-{id}.apps.example" }],
    ["viewOrigin", { mode: "dedicated", viewOrigin: "https://{id}.apps.example/path" }],
  ])("%s", (option, options) => {
    const make = (): unknown => makeSandbox(options);
    expect(make).toThrow(McpUiServerError);
    expect(make).toThrow(expect.objectContaining({ code: "config", option }));
  });
});

test("an error of an option does not show the secret", () => {
  expect(() => makeSandbox({ secret: "my short secret" })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining("my short secret") }),
  );
});

test("addresses lie below basePath", async () => {
  const url = await makeSandbox({ basePath: "/mcp/ui" }).mint({ uri: "ui://shop/cart" });
  expect(url.href).toMatch(/^https:\/\/views\.example\/mcp\/ui\/proxy\?/);
});

test("a handler without a secret cannot mint, and says so", async () => {
  const handler = createMcpSandboxHandler({ resolveResource: () => "<p>" });
  await expect(handler.mint({ uri: "ui://a/b" })).rejects.toMatchObject({ code: "config", option: "secret" });
});
