import { describe, expect, test } from "vitest";
import {
  createMcpViewCallHandler,
  type McpViewCallHandlerOptions,
  type McpViewCallRefusal,
} from "../../src/index.ts";
import { callRequest, fakeServer, makeCalls, page } from "../fixtures/view-servers.ts";

const good = { toolName: "show_cart", args: { secret: "argument" } };
const hanging = { ...fakeServer(), callTool: () => new Promise(() => {}) };
const failing = { ...fakeServer(), callTool: () => Promise.reject(new Error("secret detail")) };
const unlisted = { ...fakeServer(), listTools: () => Promise.reject(new Error("secret detail")) };

interface Case {
  readonly what: string;
  readonly code: McpViewCallRefusal;
  readonly status: number;
  readonly request?: () => Request;
  readonly options?: Partial<McpViewCallHandlerOptions>;
}

const headers = (values: Record<string, string>) => () => callRequest(good, { headers: values });
const body = (value: unknown) => () => callRequest(value);

const cases: readonly Case[] = [
  { what: "no JSON", code: "bad_request", status: 400, request: body("{") },
  {
    what: "bytes that are no text",
    code: "bad_request",
    status: 400,
    request: () => callRequest("", { body: new Uint8Array([34, 255, 34]) }),
  },
  { what: "a list", code: "bad_request", status: 400, request: body([good]) },
  {
    what: "another method",
    code: "bad_request",
    status: 400,
    request: body({ method: "tools/list", toolName: "show_cart" }),
  },
  { what: "no tool", code: "bad_request", status: 400, request: body({}) },
  {
    what: "arguments that are a list",
    code: "bad_request",
    status: 400,
    request: body({ toolName: "show_cart", args: [] }),
  },
  { what: "no server", code: "bad_request", status: 400, request: () => callRequest(good, { query: "" }) },
  {
    what: "a server id with a line break",
    code: "bad_request",
    status: 400,
    request: () => callRequest(good, { query: "?serverId=a%0ab" }),
  },
  {
    what: "another origin",
    code: "foreign_origin",
    status: 403,
    request: headers({ origin: "https://evil.example" }),
  },
  {
    what: "the opaque origin of a view",
    code: "foreign_origin",
    status: 403,
    request: headers({ origin: "null" }),
  },
  {
    what: "another site",
    code: "foreign_origin",
    status: 403,
    request: headers({ "sec-fetch-site": "cross-site" }),
  },
  { what: "no proof", code: "csrf", status: 403, options: { checkCsrf: () => false } },
  { what: "two servers", code: "server_mismatch", status: 403, request: body({ ...good, serverId: "bank" }) },
  { what: "a tool that is not listed", code: "not_exposed", status: 403, request: body({ toolName: "rm" }) },
  {
    what: "a tool for the model",
    code: "not_for_views",
    status: 403,
    request: body({ toolName: "secret_report" }),
  },
  { what: "a tool for nobody", code: "not_for_views", status: 403, request: body({ toolName: "nobody" }) },
  { what: "a tool that changes something", code: "denied", status: 403, request: body({ toolName: "pay" }) },
  {
    what: "an unknown server",
    code: "unknown_server",
    status: 404,
    request: () => callRequest(good, { query: "?serverId=bank" }),
  },
  {
    what: "an inherited key",
    code: "unknown_server",
    status: 404,
    request: () => callRequest(good, { query: "?serverId=constructor" }),
  },
  { what: "GET", code: "method", status: 405, request: () => new Request(`${page}/mcp/call?serverId=shop`) },
  {
    what: "a preflight",
    code: "method",
    status: 405,
    request: () => callRequest(good, { method: "OPTIONS" }),
  },
  { what: "a large body", code: "too_large", status: 413, options: { limits: { maxBodyBytes: 10 } } },
  { what: "a form", code: "media_type", status: 415, request: headers({ "content-type": "text/plain" }) },
  {
    what: "a type that only begins so",
    code: "media_type",
    status: 415,
    request: headers({ "content-type": "application/jsonp" }),
  },
  { what: "a failing server", code: "failed", status: 502, options: { servers: { shop: failing } } },
  { what: "a server without a list", code: "failed", status: 502, options: { servers: { shop: unlisted } } },
  {
    what: "a result that is none",
    code: "failed",
    status: 502,
    options: { servers: { shop: fakeServer(null) } },
  },
  {
    what: "a large result",
    code: "result_too_large",
    status: 502,
    options: { limits: { maxResultLength: 10 } },
  },
  {
    what: "a slow server",
    code: "timeout",
    status: 504,
    options: { servers: { shop: hanging }, limits: { callTimeoutMs: 1 } },
  },
];

describe("a call is refused", () => {
  test.each(cases)("with $status $code for $what", async ({ code, status, request, options }) => {
    const { shop, handler } = makeCalls(options);
    const response = await handler(request?.() ?? callRequest(good));
    const text = await response.text();
    expect({ status: response.status, text }).toEqual({
      status,
      text: expect.stringContaining(`"code":"${code}"`),
    });
    expect(text).not.toMatch(/secret|argument":/);
    expect([...response.headers.keys()].filter((name) => /cookie|access-control/.test(name))).toEqual([]);
    if (code !== "result_too_large") expect(shop.made).toEqual([]);
  });

  test("without an Origin: a browser always sends one", async () => {
    const request = callRequest(good);
    request.headers.delete("origin");
    expect((await makeCalls().handler(request)).status).toBe(403);
  });

  test("when too many of one server are running, and taken again after that", async () => {
    const waiting: (() => void)[] = [];
    const { handler } = makeCalls({
      approve: () => new Promise((resolve) => waiting.push(() => resolve(true))),
      limits: { maxInFlight: 2 },
    });
    const running = [handler(callRequest(good)), handler(callRequest(good))];
    await expect.poll(() => waiting.length).toBe(2);
    const refused = await handler(callRequest(good));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    for (const go of waiting) go();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
    const next = handler(callRequest(good));
    await expect.poll(() => waiting.length).toBe(3);
    waiting[2]?.();
    expect((await next).status).toBe(200);
  });

  test("when its page goes away, which the server is told", async () => {
    const gone = new AbortController();
    let heard: AbortSignal | undefined;
    const shop = {
      ...fakeServer(),
      callTool: (_: string, __: object, options?: { readonly signal?: AbortSignal }) => {
        heard = options?.signal;
        gone.abort();
        return new Promise(() => {});
      },
    };
    const { handler } = makeCalls({ servers: { shop } });
    expect((await handler(callRequest(good, { signal: gone.signal }))).status).toBe(499);
    expect(heard?.aborted).toBe(true);
  });

  test("when its body never ends, as soon as it is too large", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent++;
        controller.enqueue(new TextEncoder().encode(" ".repeat(1000)));
      },
    });
    const { handler } = makeCalls({ limits: { maxBodyBytes: 5000 } });
    const request = callRequest("", { body: endless, duplex: "half" } as RequestInit);
    expect((await handler(request)).status).toBe(413);
    expect(sent).toBeLessThan(20);
  });
});

test("what views may call must say which pages may ask", () => {
  const make = (): unknown => createMcpViewCallHandler({ servers: {}, hostOrigins: [] });
  expect(make).toThrow(expect.objectContaining({ code: "config", option: "hostOrigins" }));
  const wrong = (): unknown => createMcpViewCallHandler({ servers: {}, hostOrigins: ["*"] });
  expect(wrong).toThrow(expect.objectContaining({ code: "config", option: "hostOrigins[0]" }));
});
