import { describe, expect, test } from "vitest";
import type { McpResolveContext, McpSandboxResource } from "../../src/index.ts";
import { frame, makeSandbox, viewOf } from "../fixtures/sandbox.ts";

const uri = "ui://shop/cart";
const mimeType = "text/html;profile=mcp-app";
const csp = { connectDomains: ["https://api.shop.example"] };

async function serve(
  resource: McpSandboxResource,
): Promise<{ status: number; body: string; policy: string }> {
  const handler = makeSandbox({ resolveResource: () => resource, themes: {} });
  const response = await frame(handler, viewOf(await handler.mint({ uri })));
  const policy = response.headers.get("content-security-policy") ?? "";
  return { status: response.status, body: await response.text(), policy };
}

describe("resolveResource may answer with", () => {
  test.each<[string, McpSandboxResource]>([
    ["text", "<p>日本</p>"],
    ["a body", { body: "<p>日本</p>" }],
    ["an answer of resources/read", { contents: [{ uri, mimeType, text: "<p>日本</p>" }] }],
    ["its content items", [{ uri, mimeType, text: "<p>日本</p>" }]],
    ["one content item", { uri, mimeType, text: "<p>日本</p>" }],
    ["base64", { uri, mimeType, blob: Buffer.from("<p>日本</p>").toString("base64") }],
  ])("%s", async (_, resource) => {
    expect(await serve(resource)).toMatchObject({ status: 200, body: "<!doctype html><p>日本</p>" });
  });

  test("metadata of the content item, else of the list entry", async () => {
    const declared = { _meta: { ui: { csp } } };
    const item = { uri, mimeType, text: "<p>" };
    const own = { contents: [{ ...item, ...declared }] };
    const listed = { contents: [item], listEntry: { uri, ...declared } };
    const both = {
      contents: [{ ...item, _meta: { ui: { csp: { connectDomains: ["https://own.example"] } } } }],
      listEntry: listed.listEntry,
    };
    expect((await serve(own)).policy).toContain("connect-src https://api.shop.example;");
    expect((await serve(listed)).policy).toContain("connect-src https://api.shop.example;");
    expect((await serve(both)).policy).toContain("connect-src https://own.example;");
    expect((await serve({ contents: [item] })).policy).toContain("connect-src 'none';");
  });

  test("another type of document, where that is allowed in so many words", async () => {
    const old = { uri, mimeType: "text/html", text: "<p>old" };
    const handler = makeSandbox({ resolveResource: () => old, mimeTypes: [mimeType, "text/html"] });
    expect((await frame(handler, viewOf(await handler.mint({ uri })))).status).toBe(200);
  });
});

describe("the lookup", () => {
  test("hears which server is meant, and which request", async () => {
    const heard: McpResolveContext[] = [];
    const handler = makeSandbox({
      resolveResource: (_, context) => {
        heard.push(context);
        return "<p>";
      },
    });
    const url = viewOf(await handler.mint({ uri, serverId: "shop" }));
    await frame(handler, url, { headers: { "x-tenant": "acme" } });
    expect(heard[0]?.serverId).toBe("shop");
    expect(heard[0]?.request.headers.get("x-tenant")).toBe("acme");
  });

  test("is told when the request is aborted, and why", async () => {
    const gone = new AbortController();
    const reason = new Error("The tab was closed.");
    let heard: unknown;
    const handler = makeSandbox({
      resolveResource: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            heard = signal.reason;
            reject(signal.reason);
          });
          gone.abort(reason);
        }),
    });
    const answer = frame(handler, viewOf(await handler.mint({ uri })), { signal: gone.signal });
    expect((await answer).status).toBe(502);
    expect(heard).toBe(reason);
  });

  test("is told when it takes too long, and nobody waits for it", async () => {
    let heard: AbortSignal | undefined;
    const handler = makeSandbox({
      limits: { resolveTimeoutMs: 1 },
      resolveResource: (_, { signal }) => {
        heard = signal;
        return new Promise(() => {});
      },
    });
    expect((await frame(handler, viewOf(await handler.mint({ uri })))).status).toBe(504);
    expect(heard?.aborted).toBe(true);
  });

  test("is not begun for a request that was aborted before", async () => {
    let isAsked = false;
    const handler = makeSandbox({
      resolveResource: () => {
        isAsked = true;
        return "<p>";
      },
    });
    const url = viewOf(await handler.mint({ uri }));
    expect((await frame(handler, url, { signal: AbortSignal.abort() })).status).toBe(502);
    expect(isAsked).toBe(false);
  });

  test("is not made for the proxy page, and once for the view", async () => {
    let count = 0;
    const handler = makeSandbox({
      resolveResource: () => {
        count++;
        return "<p>";
      },
    });
    const url = await handler.mint({ uri });
    await frame(handler, url);
    expect(count).toBe(0);
    await frame(handler, viewOf(url));
    expect(count).toBe(1);
  });
});

test.each<[string, object]>([
  ["a body", Object.defineProperty({}, "body", { get: trap })],
  ["contents", Object.defineProperty({}, "contents", { get: trap })],
  ["an entry", Object.defineProperty({ contents: [] }, "listEntry", { get: trap })],
  ["a proxy", new Proxy({}, { has: trap })],
])("%s that throws when it is read is a bad document, and no rejection", async (_, resource) => {
  const causes: unknown[] = [];
  const handler = makeSandbox({
    resolveResource: () => resource as McpSandboxResource,
    onAudit: ({ refusal, cause }) => causes.push(refusal, cause),
  });
  expect((await frame(handler, viewOf(await handler.mint({ uri })))).status).toBe(502);
  expect(causes[0]).toBe("bad_document");
});

function trap(): never {
  throw new Error("trap");
}

test("grants are those of the server", async () => {
  const item = { uri, mimeType, text: "<p>", _meta: { ui: { permissions: { camera: {}, microphone: {} } } } };
  const handler = makeSandbox({
    resolveResource: () => item,
    grants: (serverId) => (serverId === "studio" ? ["camera", "geolocation"] : []),
  });
  const policyOf = async (serverId: string): Promise<string> => {
    const response = await frame(handler, viewOf(await handler.mint({ uri, serverId })));
    return response.headers.get("permissions-policy") ?? "";
  };
  expect(await policyOf("studio")).toMatch(/camera=\(self\), microphone=\(\), geolocation=\(\)/);
  expect(await policyOf("shop")).toMatch(/camera=\(\), microphone=\(\), geolocation=\(\)/);
});
