import { describe, expect, test } from "vitest";
import {
  createMcpSandboxHandler,
  type McpSandboxAuditEvent,
  type McpSandboxHandlerOptions,
  type McpSandboxRefusal,
} from "../../src/index.ts";
import { frame, html, makeSandbox, viewOf } from "../fixtures/sandbox.ts";

const item = { uri: "ui://shop/cart", mimeType: "text/html;profile=mcp-app", text: html };

interface Case {
  readonly refusal: McpSandboxRefusal;
  readonly status: number;
  readonly options?: Partial<McpSandboxHandlerOptions>;
  /** What is asked for, made of a good view address. */
  readonly address?: (view: URL) => URL | string;
  readonly init?: RequestInit;
}

function without(name: string): (view: URL) => URL {
  return (view) => {
    view.searchParams.delete(name);
    return view;
  };
}

const cases: readonly Case[] = [
  { refusal: "bad_request", status: 400, address: without("exp") },
  { refusal: "bad_request", status: 400, address: (view) => `${view.href}&uri=ui://shop/other` },
  { refusal: "unsigned", status: 403, address: without("sig") },
  { refusal: "bad_signature", status: 403, address: (view) => view.href.replace("cart", "card") },
  { refusal: "not_a_frame", status: 403, init: { headers: { "sec-fetch-dest": "document" } } },
  { refusal: "not_a_frame", status: 403, init: { headers: { "sec-fetch-dest": "empty" } } },
  { refusal: "not_found", status: 404, options: { resolveResource: () => null } },
  { refusal: "not_found", status: 404, address: () => "https://views.example/elsewhere" },
  {
    refusal: "not_found",
    status: 404,
    options: { resolveResource: () => ({ ...item, uri: "ui://shop/other" }) },
  },
  { refusal: "method", status: 405, init: { method: "POST" } },
  { refusal: "method", status: 405, init: { method: "OPTIONS" } },
  { refusal: "too_large", status: 413, options: { limits: { maxDocumentBytes: 10 } } },
  {
    refusal: "media_type",
    status: 415,
    options: { resolveResource: () => ({ ...item, mimeType: "text/html" }) },
  },
  { refusal: "misdirected", status: 421, address: (view) => view.href.replace("views.", "app.") },
  { refusal: "misdirected", status: 421, address: (view) => view.href.replace("views.", "rebound.") },
  { refusal: "bad_document", status: 502, options: { resolveResource: () => ({ ...item, text: "" }) } },
  { refusal: "bad_document", status: 502, options: { resolveResource: () => 7 as never } },
  {
    refusal: "resolver_failed",
    status: 502,
    options: {
      resolveResource: () => {
        throw new Error("secret detail");
      },
    },
  },
  {
    refusal: "resolver_timeout",
    status: 504,
    options: { resolveResource: () => new Promise(() => {}), limits: { resolveTimeoutMs: 1 } },
  },
];

describe("a request gets", () => {
  test.each(cases)("$status for $refusal", async ({ refusal, status, options, address, init }) => {
    const events: McpSandboxAuditEvent[] = [];
    const handler = makeSandbox({ ...options, onAudit: (event) => events.push(event) });
    const good = viewOf(await makeSandbox().mint({ uri: "ui://shop/cart", theme: "dark" }));
    const response = await frame(handler, address?.(good) ?? good, init);
    const page = await response.text();
    expect({ status: response.status, page }).toEqual({ status, page: expect.stringContaining(refusal) });
    expect(page).not.toMatch(/<script|secret detail|shop/);
    expect(events).toMatchObject([{ type: "refused", refusal, status }]);
    expect(response.headers.get("allow")).toBe(status === 405 ? "GET, HEAD" : null);
  });

  test("410 when its address has expired, to the second", async () => {
    let now = 1_000_000_000_000;
    const handler = makeSandbox({ now: () => now });
    const view = viewOf(await handler.mint({ uri: "ui://shop/cart" }, { ttlMs: 60_000 }));
    now += 59_999;
    expect((await frame(handler, view)).status).toBe(200);
    now += 1;
    expect((await frame(handler, view)).status).toBe(410);
  });

  test("410 when the document is another than the one that was pinned", async () => {
    const handler = makeSandbox();
    const view = viewOf(await handler.mint({ uri: "ui://shop/cart", digest: "0".repeat(64) }));
    const response = await frame(handler, view);
    expect(response.status).toBe(410);
    expect(await response.text()).toContain("changed");
  });

  test("403 when the page it was minted for is not allowed any more", async () => {
    const view = viewOf(await makeSandbox().mint({ uri: "ui://shop/cart" }));
    const now = makeSandbox({ hostOrigins: ["https://other.example"] });
    expect((await frame(now, view)).status).toBe(403);
  });

  test("an error page in its theme", async () => {
    const handler = makeSandbox({ resolveResource: () => null });
    const response = await frame(
      handler,
      viewOf(await handler.mint({ uri: "ui://shop/cart", theme: "dark" })),
    );
    expect(await response.text()).toContain(
      '<html lang="en" data-theme="dark"><head><style>:root[data-theme="dark"]',
    );
  });

  test("an error page without colors where the theme itself cannot be found", async () => {
    const themes = (): never => {
      throw new Error("no themes today");
    };
    const handler = makeSandbox({ themes });
    const response = await frame(
      handler,
      viewOf(await handler.mint({ uri: "ui://shop/cart", theme: "dark" })),
    );
    expect(response.status).toBe(502);
    expect(await response.text()).toContain("color-scheme:light dark");
  });

  test("400 for what is no ui:// address, where no address is signed", async () => {
    const handler = createMcpSandboxHandler({ resolveResource: () => html });
    for (const query of ["", "?uri=", "?uri=https://a.example/", "?theme=dark", "?uri=ui://"]) {
      const response = await handler(new Request(`https://app.example/mcp${query}`));
      expect([query, response.status]).toEqual([query, 400]);
    }
  });

  test("421 on an origin that it was told is the app's, in one frame, too", async () => {
    const handler = createMcpSandboxHandler({
      mode: "direct",
      resolveResource: () => html,
      hostOrigins: ["https://app.example"],
    });
    const statusOn = async (origin: string): Promise<number> =>
      (await handler(new Request(`${origin}/mcp?uri=ui://a/b`))).status;
    expect(await statusOn("https://app.example")).toBe(421);
    expect(await statusOn("http://app.example")).toBe(421);
    expect(await statusOn("https://views.example")).toBe(200);
  });

  test("only headers where it asks with HEAD", async () => {
    const handler = makeSandbox();
    const view = viewOf(await handler.mint({ uri: "ui://shop/cart" }));
    const response = await frame(handler, view, { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(response.headers.get("content-security-policy")).toContain("sandbox allow-scripts");
  });
});

test("what an audit throws rejects the request: an answer that cannot be recorded is not given", async () => {
  const onAudit = (): never => {
    throw new Error("The log is full.");
  };
  const handler = makeSandbox({ onAudit });
  await expect(frame(handler, "https://views.example/view")).rejects.toThrow("The log is full.");
});

test("the cause of a failed lookup reaches the audit, and nobody else", async () => {
  const events: McpSandboxAuditEvent[] = [];
  const cause = new Error("ECONNREFUSED 10.0.0.1");
  const handler = makeSandbox({
    resolveResource: () => Promise.reject(cause),
    onAudit: (event) => events.push(event),
  });
  await frame(
    handler,
    viewOf(await handler.mint({ uri: "ui://shop/cart", serverId: "shop", instance: "a" })),
  );
  expect(events).toEqual([
    {
      type: "refused",
      route: "view",
      status: 502,
      refusal: "resolver_failed",
      cause,
      uri: "ui://shop/cart",
      serverId: "shop",
      instance: "a",
      host: "https://app.example",
      problems: [],
      refusedTokens: [],
    },
  ]);
});
