import { describe, expect, it } from "vitest";
import { firstOf, methodsOf, type ScriptedView, scriptedView } from "./scripted-view.ts";

const trap = (): never => {
  throw new Error("read me not");
};
function started(init: Parameters<typeof scriptedView>[0] = {}): ScriptedView {
  const view = scriptedView(init);
  view.start();
  return view;
}
const cycle: Record<string, unknown> = { jsonrpc: "2.0", id: 1, method: "ping" };
cycle.params = cycle;
function deep(levels: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? { x: value } : [value];
  return value;
}

describe("what is no message", () => {
  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["text", '{"jsonrpc":"2.0","id":1,"method":"ping"}'],
    ["a number", 7],
    ["a function", () => {}],
    ["a batch", [{ jsonrpc: "2.0", id: 1, method: "ping" }]],
    ["no version", { id: 1, method: "ping" }],
    ["another version", { jsonrpc: "1.0", id: 1, method: "ping" }],
    ["no method", { jsonrpc: "2.0", id: 1 }],
    ["an empty method", { jsonrpc: "2.0", method: "" }],
    ["a method that is an object", { jsonrpc: "2.0", method: {} }],
    ["an id that is null", { jsonrpc: "2.0", id: null, method: "ping" }],
    ["an id that is a fraction", { jsonrpc: "2.0", id: 1.5, method: "ping" }],
    ["an id that is an object", { jsonrpc: "2.0", id: {}, method: "ping" }],
    ["an id without end", { jsonrpc: "2.0", id: "x".repeat(300), method: "ping" }],
    ["a result and an error", { jsonrpc: "2.0", id: 1, result: {}, error: {} }],
    ["a big integer", { jsonrpc: "2.0", id: 1, method: "ping", params: { n: 1n } }],
    ["a symbol", { jsonrpc: "2.0", id: 1, method: "ping", params: { s: Symbol("s") } }],
    ["a cycle", cycle],
    ["20,000 levels", { jsonrpc: "2.0", id: 1, method: "ping", params: deep(20_000) }],
    ["9 MiB", { jsonrpc: "2.0", id: 1, method: "ping", params: { x: "x".repeat(9 * 1024 * 1024) } }],
    ["a list of any length", { jsonrpc: "2.0", method: "ping", params: { x: new Array(2 ** 32 - 1) } }],
    [
      "a getter that throws",
      Object.defineProperty({ jsonrpc: "2.0" }, "method", { get: trap, enumerable: true }),
    ],
    ["a proxy that throws", new Proxy({}, { get: trap, ownKeys: trap })],
    ["a map", new Map([["jsonrpc", "2.0"]])],
    [
      "a revoked proxy",
      (() => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return proxy;
      })(),
    ],
  ])("is dropped: %s", (_what, message) => {
    const view = started();
    const sent = view.inbox.length;
    const out = view.post(message);
    expect(view.inbox).toHaveLength(sent);
    expect(out).toMatchObject([{ type: "audit", entry: { outcome: "dropped" } }]);
    view.request("ping", {}, 99);
    expect(view.answerTo(99)).toMatchObject({ result: {} });
  });

  it("is answered where it has an id and parameters that are none", () => {
    const view = started();
    view.request("ping", [1], 5);
    view.post({ jsonrpc: "2.0", id: 6, method: "ping", params: "x" });
    for (const id of [5, 6]) expect(view.answerTo(id)).toMatchObject({ error: { code: -32602 } });
    view.post({ jsonrpc: "2.0", id: 7, method: "ping" });
    expect(view.answerTo(7)).toMatchObject({ result: {} });
  });
});

it("an id that is none makes no notification of a request", () => {
  const view = started();
  for (const id of [null, {}, 1.5, "x".repeat(300)])
    view.post({ jsonrpc: "2.0", id, method: "notifications/message", params: { level: "info", data: 1 } });
  expect(view.effects.some(({ type }) => type === "log")).toBe(false);
});

describe("forged messages", () => {
  it.each([
    "ui/notifications/sandbox-proxy-ready",
    "ui/notifications/sandbox-resource-ready",
    "ui/notifications/sandbox-anything",
  ])("%s of a view is dropped, as a request too", (method) => {
    const view = started();
    const sent = view.inbox.length;
    view.notify(method, { html: "<script>" });
    view.request(method, { html: "<script>" }, 1);
    expect(view.inbox).toHaveLength(sent);
    expect(view.audits().filter(({ rule }) => rule === "reserved-method")).toHaveLength(2);
  });

  it.each([
    "ui/notifications/tool-input",
    "ui/notifications/tool-result",
    "ui/notifications/host-context-changed",
    "ui/resource-teardown",
    "notifications/resources/list_changed",
  ])("%s, which is the host's, does nothing", (method) => {
    const view = started();
    const before = JSON.stringify(view.session.state);
    view.notify(method, { arguments: { forged: true }, content: [] });
    expect(JSON.stringify(view.session.state)).toBe(before);
    expect(methodsOf(view)).toEqual([]);
  });

  it("answers to nothing that was asked are dropped", () => {
    const view = started();
    for (const id of ["v1:1", "v1:2", 1, "x"]) view.post({ jsonrpc: "2.0", id, result: {} });
    expect(view.session.state.phase).toBe("ready");
    view.event({ type: "teardown" });
    const { id } = view.inbox.at(-1) ?? {};
    view.post({ jsonrpc: "2.0", id: `${id}0`, result: {} });
    expect(view.session.state.phase).toBe("closing");
  });

  it("a key that would change what an object inherits from is only a key", () => {
    const view = started();
    const message = JSON.parse(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_stock","arguments":{"__proto__":{"admin":true}}}}',
    );
    const { request } = firstOf(view.post(message), "request");
    const args = request.kind === "call-tool" ? request.arguments : {};
    expect(Object.getPrototypeOf(args)).toBe(Object.prototype);
    expect("admin" in args).toBe(false);
    expect(JSON.stringify(args)).toBe('{"__proto__":{"admin":true}}');
    const forged = JSON.parse('{"__proto__":{"jsonrpc":"2.0","id":1,"method":"ping"}}');
    const sent = view.inbox.length;
    view.post(forged);
    expect(view.inbox).toHaveLength(sent);
  });
});

describe("a flood", () => {
  it("is dropped over the rate without an answer, without flooding the log, and then ends the session", () => {
    const view = started({ limits: { maxDropped: 1_000, messages: { burst: 100, perSecond: 10 } } });
    for (let index = 0; index < 600; index++) view.request("ping", {}, index);
    expect(view.inbox.filter(({ id }) => typeof id === "number").length).toBeLessThanOrEqual(100);
    expect(view.audits().filter(({ rule }) => rule === "rate").length).toBeLessThan(12);
    expect(view.session.state.phase).toBe("ready");
    for (let index = 0; index < 600; index++) view.request("ping", {}, index);
    expect(firstOf(view.effects, "failed").reason).toBe("flood");
    expect(view.session.state.phase).toBe("failed");
    const sent = view.inbox.length;
    for (let index = 0; index < 5_000; index++) view.request("ping", {}, index);
    expect(view.inbox).toHaveLength(sent);
  });

  it("is forgiven to a view that calms down", () => {
    const view = started({ limits: { maxDropped: 100, messages: { burst: 10, perSecond: 10 } } });
    for (let round = 0; round < 20; round++) {
      for (let index = 0; index < 60; index++) view.notify("x");
      view.nowMs += 2_000;
    }
    expect(view.session.state.phase).toBe("ready");
  });

  it("of data is one too", () => {
    const view = started({ limits: { bytes: { burst: 10_000, perSecond: 1_000 }, maxDropped: 20 } });
    const params = { x: "x".repeat(4_000) };
    for (const id of [1, 2, 3]) view.request("ping", params, id);
    expect(view.answerTo(2)).toMatchObject({ result: {} });
    expect(view.answerTo(3)).toMatchObject({ error: { code: -32003 } });
    view.nowMs += 4_000;
    view.request("ping", params, 4);
    expect(view.answerTo(4)).toMatchObject({ result: {} });
    for (let index = 0; index < 30; index++) view.request("ping", params, 10 + index);
    expect(view.session.state).toMatchObject({ phase: "failed", failure: "flood" });
  });

  it("of requests that nobody answers has an end", () => {
    const view = started({
      limits: { toolCalls: { burst: 1e6, perSecond: 1e6 }, messages: { burst: 1e6, perSecond: 1 } },
    });
    for (let index = 0; index < 1_000; index++) view.request("tools/call", { name: "read_stock" }, index);
    expect(view.session.state.pending).toHaveLength(32);
    expect(view.answerTo(999)).toMatchObject({ error: { code: -32003 } });
  });
});

describe("what the log says", () => {
  it("is names and sizes, never arguments, results or texts", () => {
    const view = started({ draft: true });
    const secret = "s3cr3t";
    view.event({ type: "tool-input", arguments: { secret } });
    view.event({ type: "tool-result", result: { content: [{ type: "text", text: secret }] } });
    for (const [method, params] of [
      ["tools/call", { name: "read_stock", arguments: { secret } }],
      ["tools/call", { name: "buy", arguments: { secret } }],
      ["tools/call", { name: "refund", arguments: { secret } }],
      ["ui/open-link", { url: `https://a.example/${secret}` }],
      ["ui/open-link", { url: `javascript:${secret}` }],
      ["ui/message", { role: "user", content: { type: "text", text: secret } }],
      ["ui/update-model-context", { structuredContent: { secret } }],
      ["resources/read", { uri: `ui://shop/${secret}` }],
    ] as const) {
      const out = view.request(method, params);
      for (const effect of out)
        if (effect.type === "request") view.event({ type: "settle", key: effect.key, failure: secret });
    }
    view.notify("notifications/message", { level: "info", data: secret });
    expect(view.audits().length).toBeGreaterThan(10);
    expect(JSON.stringify(view.audits())).not.toContain(secret);
  });

  it("shortens what a view chose", () => {
    const view = started();
    view.request("x".repeat(200), {}, 1);
    view.request("tools/call", { name: "y".repeat(5_000) }, 2);
    for (const { what, tool = "" } of view.audits()) {
      expect(what.length).toBeLessThanOrEqual(64);
      expect(tool.length).toBeLessThanOrEqual(128);
    }
  });
});

describe("hostile servers", () => {
  it("cannot break the session with the tool, the list or the context", () => {
    const nasty = new Proxy({}, { get: trap, ownKeys: trap });
    const view = scriptedView({
      tool: nasty as never,
      tools: new Proxy([], { get: trap }),
      hostContext: nasty as never,
      sandbox: nasty as never,
      hostInfo: nasty as never,
    });
    view.start();
    expect(view.answerTo("init")).toMatchObject({ result: { hostInfo: { name: "unknown" } } });
    view.request("tools/call", { name: "read_stock" }, 1);
    expect(view.answerTo(1)).toMatchObject({ error: { code: -32000 } });
    view.event({ type: "list-changed", list: "tools", tools: [nasty as never, { name: "t" }] });
    view.event({ type: "tool-input", arguments: nasty });
    view.event({ type: "tool-result", result: nasty });
    expect(view.inbox.at(-1)).toMatchObject({ params: { isError: true } });
    expect(view.inbox.at(-2)).toMatchObject({ params: { arguments: {} } });
  });

  it("cannot pass on a result without end", () => {
    for (const result of [
      { content: deep(20_000) },
      { content: [cycle] },
      { content: new Array(2 ** 32 - 1) },
    ]) {
      const view = started({ limits: { maxResultBytes: 100_000 } });
      view.event({ type: "tool-result", result });
      expect(view.inbox.at(-1)).toMatchObject({
        method: "ui/notifications/tool-result",
        params: { isError: true },
      });
    }
  });
});
