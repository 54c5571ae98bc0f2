import { describe, expect, test } from "vitest";
import { McpUiServerError } from "../../src/index.ts";
import { frame, makeSandbox, secret, viewOf } from "../fixtures/sandbox.ts";

const target = {
  uri: "ui://shop/cart",
  serverId: "shop",
  theme: "dark",
  instance: "a1",
  hostOrigin: "https://app.example",
};

describe("a signed address", () => {
  test("stands for one view: no part of it can be changed, added or taken away", async () => {
    const handler = makeSandbox({ hostOrigins: ["https://app.example", "https://other.example"] });
    const good = viewOf(await handler.mint(target));
    const names = [...good.searchParams.keys()];
    expect(names).toEqual(["uri", "server", "instance", "host", "theme", "exp", "sig"]);
    const replacements: Readonly<Record<string, string>> = {
      uri: "ui://shop/other",
      server: "bank",
      instance: "a2",
      host: "https://other.example",
      theme: "light",
      exp: "99999999999",
      sig: `${"A".repeat(42)}A`,
    };
    for (const name of names) {
      const changed = new URL(good);
      changed.searchParams.set(name, replacements[name] ?? "");
      const removed = new URL(good);
      removed.searchParams.delete(name);
      for (const url of [changed, removed]) expect([400, 403]).toContain((await frame(handler, url)).status);
    }
    for (const name of ["digest", "csp", "permissions"]) {
      const added = new URL(good);
      added.searchParams.set(name, "x");
      expect((await frame(handler, added)).status).toBe(403);
    }
    expect((await frame(handler, good)).status).toBe(200);
  });

  test("hands nothing to the view that somebody appended to it", async () => {
    const handler = makeSandbox();
    const url = await handler.mint(target);
    const viewUrl = `"viewUrl":"view${url.search}"`;
    url.searchParams.append("debug", "1");
    expect(await (await frame(handler, url)).text()).toContain(viewUrl);
  });

  test("cannot be spelled in another way", async () => {
    const handler = makeSandbox();
    const good = viewOf(await handler.mint(target));
    const signature = good.searchParams.get("sig") ?? "";
    // The last character of 32 bytes in base64 has bits to spare; this one differs in those only.
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const next = alphabet[alphabet.indexOf(signature.at(-1) ?? "") + 1] ?? "";
    for (const sig of [
      signature.slice(0, -1) + next,
      `${signature}=`,
      `${signature} `,
      signature.slice(0, -1),
      "",
    ]) {
      good.searchParams.set("sig", sig);
      expect((await frame(handler, good)).status).toBe(403);
    }
  });

  test("moves nothing from one field into the next", async () => {
    const handler = makeSandbox();
    const good = viewOf(await handler.mint({ ...target, serverId: "ab", instance: "c" }));
    good.searchParams.set("server", "a");
    good.searchParams.set("instance", "bc");
    expect((await frame(handler, good)).status).toBe(403);
  });

  test("is worth nothing under another secret, and outlives its secret while that one is still listed", async () => {
    const other = "another secret of at least 32 bytes!";
    const old = viewOf(await makeSandbox().mint(target));
    expect((await frame(makeSandbox({ secret: other }), old)).status).toBe(403);
    const rotated = makeSandbox({ secret: [other, secret] });
    expect((await frame(rotated, old)).status).toBe(200);
    const fresh = viewOf(await rotated.mint(target));
    expect((await frame(makeSandbox({ secret: other }), fresh)).status).toBe(200);
    expect((await frame(makeSandbox(), fresh)).status).toBe(403);
  });

  test("takes bytes for a secret, and keeps a copy of them", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const handler = makeSandbox({ secret: bytes });
    const url = viewOf(await handler.mint(target));
    bytes.fill(0);
    expect((await frame(handler, url)).status).toBe(200);
  });

  test("of a server is served on the origin of that server only, in mode dedicated", async () => {
    const handler = makeSandbox({ mode: "dedicated", viewOrigin: "https://{id}.apps.example" });
    const viewUrl = async (serverId: string): Promise<URL> => {
      const proxy = await frame(handler, await handler.mint({ ...target, serverId }));
      return new URL(/"viewUrl":"([^"]+)"/.exec(await proxy.text())?.[1] ?? "");
    };
    const [shop, bank] = [await viewUrl("shop"), await viewUrl("bank")];
    expect(shop.host).not.toBe(bank.host);
    expect((await frame(handler, shop)).status).toBe(200);
    for (const host of [bank.host, "views.example", "app.example", "x.apps.example", "apps.example"]) {
      const moved = new URL(shop);
      moved.host = host;
      expect([host, (await frame(handler, moved)).status]).toEqual([host, 421]);
    }
    const proxy = await handler.mint(target);
    proxy.host = shop.host;
    expect((await frame(handler, proxy)).status).toBe(421);
  });
});

describe("mint refuses", () => {
  const hostOrigins = ["https://app.example", "https://other.example"];
  test.each([
    ["uri", { uri: "https://shop.example/" }],
    ["uri", { uri: "ui://shop/a b" }],
    ["uri", { uri: "ui://shop/a\nb" }],
    ["serverId", { serverId: "a\u0000b" }],
    ["serverId", { serverId: "" }],
    ["instance", { instance: "x".repeat(257) }],
    ["digest", { digest: "ABC" }],
    ["theme", { theme: 'a"]{}' }],
    ["hostOrigin", { hostOrigin: "https://evil.example" }],
    ["hostOrigin", { hostOrigin: "https://app.example/path" }],
    ["hostOrigin", { hostOrigin: undefined as never }],
  ])("a wrong %s", async (option, wrong) => {
    const minted = makeSandbox({ hostOrigins }).mint({ ...target, ...wrong });
    await expect(minted).rejects.toMatchObject({ name: "McpUiServerError", code: "target", option });
  });

  test("a time to live that is none", async () => {
    const minted = makeSandbox().mint(target, { ttlMs: Number.NaN });
    await expect(minted).rejects.toMatchObject({ code: "target", option: "ttlMs" });
  });

  test.each([
    ["ttlMs", target, { ttlMs: Number.POSITIVE_INFINITY }],
    ["ttlMs", target, { ttlMs: 1e20 }],
    ["uri", undefined, {}],
    ["serverId", { ...target, serverId: 7 }, {}],
    ["instance", { ...target, instance: {} }, {}],
  ])(
    "a wrong %s that only an untyped program can give, or no date can hold",
    async (option, wrong, options) => {
      const minted = makeSandbox().mint(wrong as never, options);
      await expect(minted).rejects.toMatchObject({ code: "target", option });
    },
  );

  test("a target without a server, where each server has an origin", async () => {
    const handler = makeSandbox({ mode: "dedicated", viewOrigin: "https://{id}.apps.example" });
    const { serverId: _, ...rest } = target;
    await expect(handler.mint(rest)).rejects.toMatchObject({ code: "target", option: "serverId" });
  });

  test("declarations that would not fit into an address", async () => {
    const csp = {
      connectDomains: Array.from({ length: 500 }, (_, index) => `https://host-${index}.example`),
    };
    const minted = makeSandbox({ mode: "proxy-html" }).mint({ ...target, csp });
    await expect(minted).rejects.toBeInstanceOf(McpUiServerError);
  });
});

test.each([
  ["under another path", { basePath: "/other" }],
  ["on another origin", { sandboxOrigin: "https://other.example" }],
  ["in another mode", { mode: "direct" }],
] as const)("an address is of no use for a handler with the same secret %s", async (_, options) => {
  const url = viewOf(await makeSandbox().mint(target));
  const { basePath = "", sandboxOrigin = url.origin } = { basePath: "", ...options } as {
    basePath?: string;
    sandboxOrigin?: string;
  };
  const elsewhere = new URL(`${basePath}/view${url.search}`, sandboxOrigin);
  expect((await frame(makeSandbox(options), elsewhere)).status).toBe(403);
});

test("a proxy for any document has an address in mode proxy-html only, for pages that are allowed", async () => {
  const handler = makeSandbox({ mode: "proxy-html" });
  const url = handler.proxyUrl();
  expect(url.href).toBe("https://views.example/proxy?host=https%3A%2F%2Fapp.example");
  expect((await frame(handler, url)).status).toBe(200);
  url.searchParams.set("host", "https://evil.example");
  expect((await frame(handler, url)).status).toBe(403);
  url.search = "";
  expect((await frame(handler, url)).status).toBe(400);
  expect(() => makeSandbox().proxyUrl()).toThrow(/mint/);
});

test("what a document declares can be signed into the address of its proxy", async () => {
  const handler = makeSandbox({ mode: "proxy-html", grants: ["camera"], resolveResource: () => null });
  const csp = { connectDomains: ["https://api.shop.example"] };
  const url = await handler.mint({ ...target, csp, permissions: { camera: {} } });
  const response = await frame(handler, url);
  expect(response.headers.get("content-security-policy")).toContain("connect-src https://api.shop.example;");
  expect(response.headers.get("permissions-policy")).toContain("camera=*");
  expect(await response.text()).toContain('"allow":"camera"');
});
