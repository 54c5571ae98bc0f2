import { describe, expect, test } from "vitest";
import type { McpViewCall, McpViewCallAuditEvent } from "../../src/index.ts";
import { callRequest, fakeServer, makeCalls } from "../fixtures/view-servers.ts";

const showCart = { method: "tools/call", params: { name: "show_cart", arguments: { id: 7 } } };

describe("a call", () => {
  test.each<[string, object, string]>([
    ["as JSON-RPC has it", showCart, "?serverId=shop"],
    ["with an id and a version besides", { jsonrpc: "2.0", id: 1, ...showCart }, "?serverId=shop"],
    ["in short words", { toolName: "show_cart", args: { id: 7 } }, "?serverId=shop"],
    ["with its server in the body", { ...showCart, serverId: "shop" }, ""],
    ["with its server in both places", { ...showCart, serverId: "shop" }, "?serverId=shop"],
  ])("is made %s", async (_, body, query) => {
    const { shop, handler } = makeCalls();
    const response = await handler(callRequest(body, { query }));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ok: true, result: { content: [{ type: "text", text: "ok" }] } });
    expect(shop.made).toEqual([{ name: "show_cart", args: { id: 7 } }]);
  });

  test("without arguments has none", async () => {
    const { shop, handler } = makeCalls();
    await handler(callRequest({ toolName: "show_cart" }));
    expect(shop.made).toEqual([{ name: "show_cart", args: {} }]);
  });

  test("gives the result as the server sent it, where a port has read it", async () => {
    const raw = { content: [], structuredContent: { a: 1 }, isError: true, _meta: { b: 2 } };
    const { handler } = makeCalls({
      servers: { shop: fakeServer({ toolName: "show_cart", output: {}, raw }) },
    });
    expect(await (await handler(callRequest(showCart))).json()).toEqual({ ok: true, result: raw });
  });

  test("finds a pool's tool by its own name and server", async () => {
    const pool = fakeServer();
    const listTools = async () => [
      {
        name: "bank__show_cart",
        serverToolName: "show_cart",
        serverId: "bank",
        annotations: { readOnlyHint: true },
      },
      {
        name: "shop__show_cart",
        serverToolName: "show_cart",
        serverId: "shop",
        annotations: { readOnlyHint: true },
      },
    ];
    const { handler } = makeCalls({ servers: () => ({ ...pool, listTools }) });
    await handler(callRequest(showCart));
    expect(pool.made.map(({ name }) => name)).toEqual(["shop__show_cart"]);
  });

  test("reaches the server that its request may use", async () => {
    const ann = fakeServer();
    const { handler } = makeCalls({
      servers: (_, { request }) => (request.headers.get("x-user") === "ann" ? ann : undefined),
    });
    expect((await handler(callRequest(showCart))).status).toBe(404);
    expect((await handler(callRequest(showCart, { headers: { "x-user": "ann" } }))).status).toBe(200);
  });

  test("lists tools once for a while, and again for one that it does not know", async () => {
    let now = 0;
    const shop = fakeServer();
    const { handler } = makeCalls({ servers: { shop }, now: () => now, limits: { toolListTtlMs: 1000 } });
    await handler(callRequest(showCart));
    await handler(callRequest(showCart));
    expect(shop.listed()).toBe(1);
    await handler(callRequest({ toolName: "brand_new" }));
    expect(shop.listed()).toBe(2);
    now = 1000;
    await handler(callRequest(showCart));
    expect(shop.listed()).toBe(3);
  });
});

describe("approval", () => {
  test("is given to what is read-only, and to nothing else, unless somebody decides", async () => {
    const { shop, handler } = makeCalls();
    const response = await handler(callRequest({ toolName: "pay", args: { amount: 1 } }));
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({
      ok: false,
      error: { code: "denied", message: "The call was not approved." },
    });
    expect(shop.made).toEqual([]);
  });

  test("is asked for every call, and decides", async () => {
    const asked: McpViewCall[] = [];
    const { shop, handler } = makeCalls({
      approve: (call) => {
        asked.push(call);
        return call.toolName === "pay";
      },
    });
    const who = { instance: "i1", threadId: "t1", messageId: "m1" };
    expect((await handler(callRequest({ toolName: "pay", args: { amount: 1 }, ...who }))).status).toBe(200);
    expect((await handler(callRequest({ toolName: "show_cart" }))).status).toBe(403);
    expect(asked).toMatchObject([
      { serverId: "shop", toolName: "pay", arguments: { amount: 1 }, isReadOnly: false, ...who },
      { toolName: "show_cart", isReadOnly: true },
    ]);
    expect(shop.made).toEqual([{ name: "pay", args: { amount: 1 } }]);
  });

  test("is for the arguments that are sent: nobody can change them in between", async () => {
    let call: McpViewCall | undefined;
    const { shop, handler } = makeCalls({
      approve: (asked) => {
        call = asked;
        return true;
      },
    });
    await handler(callRequest({ toolName: "pay", args: { items: [{ price: 1 }] } }));
    const items = call?.arguments.items;
    expect(() => Object.assign(Array.isArray(items) ? items[0] : {}, { price: 1000 })).toThrow(TypeError);
    expect(() => Object.assign(call ?? {}, { toolName: "other" })).toThrow(TypeError);
    expect(shop.made[0]?.args).toEqual({ items: [{ price: 1 }] });
  });

  test("that comes after the page is gone sends nothing", async () => {
    const gone = new AbortController();
    const { shop, handler } = makeCalls({
      approve: () => {
        gone.abort();
        return true;
      },
    });
    expect((await handler(callRequest({ toolName: "pay" }, { signal: gone.signal }))).status).toBe(499);
    expect(shop.made).toEqual([]);
  });

  test("of arguments a hundred thousand levels deep does not end the process", async () => {
    const { shop, handler } = makeCalls({ approve: () => true });
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    await handler(callRequest(`{"toolName":"pay","args":{"deep":${deep}}}`));
    expect(shop.made).toHaveLength(1);
  });
});

test("the audit hears who asked for what and what became of it, and never content", async () => {
  const events: McpViewCallAuditEvent[] = [];
  const cause = new Error("connection lost");
  const failing = { ...fakeServer(), callTool: () => Promise.reject(cause) };
  const { handler } = makeCalls({
    servers: { shop: fakeServer({ content: [], secret: "result" }), down: failing },
    onAudit: (event) => events.push(event),
  });
  await handler(callRequest({ toolName: "show_cart", args: { secret: "argument" }, threadId: "t1" }));
  await handler(callRequest({ toolName: "poll", serverId: "down" }, { query: "" }));
  await handler(callRequest("{"));
  expect(events).toEqual([
    { type: "answered", status: 200, serverId: "shop", toolName: "show_cart", threadId: "t1" },
    { type: "refused", status: 502, refusal: "failed", cause, serverId: "down", toolName: "poll" },
    { type: "refused", status: 400, refusal: "bad_request" },
  ]);
  expect(JSON.stringify(events)).not.toMatch(/argument|result/);
});
