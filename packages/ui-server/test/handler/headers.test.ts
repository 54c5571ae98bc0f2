import { describe, expect, test } from "vitest";
import { createMcpSandboxHandler } from "../../src/index.ts";
import { frame, html, makeSandbox, secret, viewOf } from "../fixtures/sandbox.ts";

const declaring = {
  uri: "ui://shop/cart",
  mimeType: "text/html;profile=mcp-app",
  text: html,
  _meta: {
    ui: {
      csp: { connectDomains: ["https://api.shop.example"], frameDomains: ["https://maps.example"] },
      permissions: { camera: {}, geolocation: {} },
    },
  },
};

/** Nonces and long lists would hide what matters in a snapshot. */
function stable(response: Response): Record<string, string> {
  const headers = Object.fromEntries(response.headers);
  const policy = headers["permissions-policy"] ?? "";
  const allowed = policy.split(", ").filter((part) => !part.endsWith("=()"));
  return {
    ...headers,
    "content-security-policy": (headers["content-security-policy"] ?? "").replace(
      /nonce-[0-9a-f]{32}/g,
      "nonce-…",
    ),
    "permissions-policy": `${allowed.join(", ")} and nothing else of ${policy.split(", ").length > 20 ? "many" : "few"}`,
  };
}

const options = { resolveResource: () => declaring, grants: ["camera"] } as const;

describe("the headers", () => {
  test("of the proxy and its view in mode proxy", async () => {
    const handler = makeSandbox(options);
    const url = await handler.mint({ uri: "ui://shop/cart", serverId: "shop" });
    expect(stable(await frame(handler, url))).toMatchSnapshot();
    expect(stable(await frame(handler, viewOf(url)))).toMatchSnapshot();
  });

  test("of the proxy in mode proxy-html, which has the policy of the document", async () => {
    const handler = makeSandbox({ ...options, mode: "proxy-html" });
    expect(stable(await frame(handler, await handler.mint({ uri: "ui://shop/cart" })))).toMatchSnapshot();
    expect(stable(await frame(handler, handler.proxyUrl()))).toMatchSnapshot();
  });

  test("of the proxy and its view in mode dedicated", async () => {
    const viewOrigin = "https://{id}.apps.example";
    const handler = makeSandbox({ ...options, mode: "dedicated", viewOrigin });
    const url = await handler.mint({ uri: "ui://shop/cart", serverId: "shop" });
    const proxy = await frame(handler, url);
    expect(stable(proxy)).toMatchSnapshot();
    const [, view] = /"viewUrl":"([^"]+)"/.exec(await proxy.text()) ?? [];
    expect(view).toMatch(/^https:\/\/[0-9a-f]{32}\.apps\.example\/view\?/);
    expect(stable(await frame(handler, view ?? ""))).toMatchSnapshot();
  });

  test("of a view in mode direct, signed and unsigned", async () => {
    const signed = makeSandbox({ ...options, mode: "direct" });
    expect(stable(await frame(signed, await signed.mint({ uri: "ui://shop/cart" })))).toMatchSnapshot();
    const unsigned = createMcpSandboxHandler(options);
    const response = await unsigned(new Request("https://app.example/mcp?uri=ui://shop/cart"));
    expect(stable(response)).toMatchSnapshot();
  });

  test("of an error page are those of a view, and it has no script", async () => {
    const handler = makeSandbox();
    const response = await frame(handler, "https://views.example/view");
    expect(stable(response)).toMatchSnapshot();
    expect(await response.text()).not.toContain("<script");
  });

  test("never set a cookie, never grant CORS, and never come with a meta policy", async () => {
    const handler = makeSandbox(options);
    const url = await handler.mint({ uri: "ui://shop/cart" });
    for (const address of [url, viewOf(url), "https://views.example/nothing"]) {
      const response = await frame(handler, address, { headers: { origin: "https://app.example" } });
      expect([...response.headers.keys()].filter((name) => /cookie|access-control/.test(name))).toEqual([]);
      expect(await response.text()).not.toMatch(/http-equiv/i);
    }
  });

  test("let a view be kept where the address carries its digest, as long as the address is valid", async () => {
    const now = 1_000_000_000_000;
    const handler = makeSandbox({ now: () => now, limits: { urlTtlMs: 120_000 } });
    const plain = viewOf(await handler.mint({ uri: "ui://shop/cart" }));
    expect((await frame(handler, plain)).headers.get("cache-control")).toBe("private, no-store");
    const digest = await sha256(html);
    const pinned = viewOf(await handler.mint({ uri: "ui://shop/cart", digest }));
    expect((await frame(handler, pinned)).headers.get("cache-control")).toBe(
      "private, max-age=120, immutable",
    );
  });

  test("of a view opt out of nothing that a document declares without being allowed to", async () => {
    const events: unknown[] = [];
    const bad = {
      ...declaring,
      _meta: { ui: { csp: { connectDomains: ["https://a.example; script-src *", "*"] } } },
    };
    const handler = makeSandbox({ resolveResource: () => bad, onAudit: (event) => events.push(event) });
    const response = await frame(handler, viewOf(await handler.mint({ uri: "ui://shop/cart" })));
    expect(response.headers.get("content-security-policy")).toContain("connect-src 'none'");
    expect(events).toMatchObject([
      { type: "served", problems: [{ code: "invalid-source" }, { code: "invalid-source" }] },
    ]);
  });
});

test("a proxy page has a new nonce each time, and random bytes can be handed in", async () => {
  const seen = new Set<string>();
  const handler = makeSandbox();
  const url = await handler.mint({ uri: "ui://shop/cart" });
  for (let round = 0; round < 3; round++)
    seen.add((await frame(handler, url)).headers.get("content-security-policy") ?? "");
  expect(seen.size).toBe(3);
  const fixed = makeSandbox({ random: (length) => new Uint8Array(length).fill(7), secret });
  expect((await fixed.mint({ uri: "ui://shop/cart" })).searchParams.get("instance")).toBe("07".repeat(16));
});

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
