import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { getRequestListener } from "@hono/node-server";
import express from "express";
import { Hono } from "hono";
import { afterEach, describe, expect, test } from "vitest";
import {
  createMcpSandboxHandler,
  createMcpViewCallHandler,
  type McpSandboxHandler,
  type McpViewCallHandler,
  toNodeListener,
} from "../../src/index.ts";
import { html, secret, themes } from "../fixtures/sandbox.ts";
import { fakeServer } from "../fixtures/view-servers.ts";

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;
type Mount = (sandbox: McpSandboxHandler, calls: McpViewCallHandler) => Listener;

const hostOrigin = "http://localhost:9";

const mounts: Readonly<Record<string, Mount>> = {
  "node:http": (sandbox, calls) => {
    const [views, call] = [toNodeListener(sandbox), toNodeListener(calls)];
    return (incoming, outgoing) => (incoming.url?.startsWith("/ui/call") ? call : views)(incoming, outgoing);
  },
  Express: (sandbox, calls) => {
    const app = express();
    app.use("/ui/call", toNodeListener(calls));
    app.use("/ui", toNodeListener(sandbox));
    return app;
  },
  Hono: (sandbox, calls) => {
    const app = new Hono();
    app.post("/ui/call", (context) => calls(context.req.raw));
    app.all("/ui/*", (context) => sandbox(context.req.raw));
    return getRequestListener(app.fetch);
  },
  "a Next-style route": (sandbox, calls) => {
    // app/ui/[...path]/route.ts and app/ui/call/route.ts: export const GET = handler; export const POST = handler;
    const route = { GET: sandbox, POST: calls };
    const find = (request: Request): Promise<Response> => {
      const method = request.method === "HEAD" ? "GET" : request.method;
      if (method === "GET" || method === "POST") return route[method](request);
      return Promise.resolve(new Response(null, { status: 405 }));
    };
    return getRequestListener(find);
  },
};

describe.each(Object.entries(mounts))("mounted in %s", (_, mount) => {
  let server: Server | undefined;

  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  });

  async function start(options: Partial<Parameters<typeof createMcpSandboxHandler>[0]> = {}) {
    let listen: Listener = () => undefined;
    server = createServer((incoming, outgoing) => void listen(incoming, outgoing));
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    const sandbox = createMcpSandboxHandler({
      resolveResource: (uri) => (uri === "ui://shop/cart" ? html : null),
      themes,
      hostOrigins: [hostOrigin],
      sandboxOrigin: origin,
      basePath: "/ui",
      secret,
      ...options,
    });
    const shop = fakeServer();
    const calls = createMcpViewCallHandler({ servers: { shop }, hostOrigins: [hostOrigin] });
    listen = mount(sandbox, calls);
    return { sandbox, origin, shop };
  }

  test("a proxy, its view and an error page arrive with their headers", async () => {
    const { sandbox } = await start();
    const url = await sandbox.mint({ uri: "ui://shop/cart", theme: "dark" });
    const proxy = await fetch(url);
    expect(proxy.status).toBe(200);
    expect(proxy.headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'nonce-/);
    const [, view] = /"viewUrl":"([^"]+)"/.exec(await proxy.text()) ?? [];
    const answer = await fetch(new URL(view ?? "", url));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-security-policy")).toContain("sandbox allow-scripts allow-forms");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await answer.text()).toContain('<html data-theme="dark" lang="en"><head><style>');
    expect((await fetch(new URL("view", url))).status).toBe(403);
    expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
  });

  test("a request under another name is misdirected", async () => {
    const { sandbox } = await start();
    const url = await sandbox.mint({ uri: "ui://shop/cart" });
    expect(await statusUnder(url, "localhost:9")).toBe(421);
    expect(await statusUnder(url, "rebound.example")).toBe(421);
    expect(await statusUnder(url, url.host)).toBe(200);
  });

  test.each(["TRACE", "OPTIONS", "PUT"])("%s is refused, and nothing ends by it", async (method) => {
    const { sandbox } = await start();
    const url = await sandbox.mint({ uri: "ui://shop/cart" });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const asked = httpRequest(url, { method }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on("error", reject).end();
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect((await fetch(url)).status).toBe(200);
  });

  test("the lookup is aborted when the browser goes away", async () => {
    let asked: (signal: AbortSignal) => void = () => undefined;
    const lookup = new Promise<AbortSignal>((resolve) => {
      asked = resolve;
    });
    const { sandbox } = await start({
      resolveResource: (_uri, { signal }) => {
        asked(signal);
        return new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        });
      },
    });
    const view = new URL(await sandbox.mint({ uri: "ui://shop/cart" }));
    view.pathname = "/ui/view";
    const gone = new AbortController();
    const answer = fetch(view, { signal: gone.signal });
    const signal = await lookup;
    gone.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => signal.aborted).toBe(true);
  });

  test("a call arrives with its body, and its answer comes back", async () => {
    const { origin, shop } = await start();
    const text = "x".repeat(200_000);
    const response = await fetch(`${origin}/ui/call?serverId=shop`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: hostOrigin },
      body: JSON.stringify({ toolName: "show_cart", args: { text } }),
    });
    expect(await response.json()).toMatchObject({ ok: true });
    expect(shop.made).toEqual([{ name: "show_cart", args: { text } }]);
  });
});

describe("the Node listener", () => {
  test.each(["a/b", "a b", "user@a", "a?b", "a#b"])("answers 400 to the host %j", async (host) => {
    const listener = toNodeListener(async () => new Response("never"));
    const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    expect(await statusUnder(new URL(`http://127.0.0.1:${port}/`), host)).toBe(400);
    await new Promise((resolve) => server.close(resolve));
  });

  test("answers 500 and rejects where the handler does", async () => {
    const failure = new Error("The log is full.");
    const listener = toNodeListener(() => Promise.reject(failure));
    let rejected: unknown;
    const server = createServer((incoming, outgoing) => {
      listener(incoming, outgoing).catch((error: unknown) => {
        rejected = error;
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(500);
    expect(rejected).toBe(failure);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

/** Only node:http lets a test choose the Host header. */
function statusUnder(url: URL, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers: { host }, agent: false }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode));
    });
    request.once("error", reject).end();
  });
}
