import { describe, expect, it } from "vitest";
import { buyTool, firstOf, readTool, type ScriptedView, scriptedView } from "./scripted-view.ts";

const answer = { content: [{ type: "text", text: "done" }] };
function started(init: Parameters<typeof scriptedView>[0] = {}): ScriptedView {
  const view = scriptedView(init);
  view.start();
  return view;
}
const call = (view: ScriptedView, name: string, id: number, args: unknown = {}) =>
  view.request("tools/call", { name, arguments: args }, id);

describe("the tools that a view may call", () => {
  it.each([
    [undefined, true],
    [["model", "app"], true],
    [["app"], true],
    [["app", "x"], true],
    [["model"], false],
    [["model", "x"], false],
    [[], false],
    [["x"], false],
    ["app", false],
  ])("are those whose visibility has app: %j %j", (visibility, isAllowed) => {
    const ui = visibility === undefined ? {} : { visibility };
    const view = started({ tools: [{ ...readTool, _meta: { ui } }] });
    call(view, "read_stock", 1);
    expect(view.effects.some(({ type }) => type === "request")).toBe(isAllowed);
    if (!isAllowed) {
      expect(view.answerTo(1)).toMatchObject({ error: { code: -32000 } });
      expect(view.audits().at(-1)).toMatchObject({ rule: "visibility", tool: "read_stock" });
    }
  });

  it("are those of its own server, by the server's own names", () => {
    const pooled = { ...readTool, name: "shop__read_stock", serverToolName: "read_stock" };
    const view = started({ tool: pooled, tools: [pooled] });
    call(view, "shop__read_stock", 1);
    call(view, "other__read_stock", 2);
    call(view, "__proto__", 3);
    call(view, "toString", 4);
    for (const id of [1, 2, 3, 4]) expect(view.answerTo(id)).toMatchObject({ error: { code: -32000 } });
    expect(firstOf(call(view, "read_stock", 5), "request").request).toMatchObject({
      serverId: "shop",
      tool: "read_stock",
    });
  });

  it.each([
    [{ name: 7 }],
    [{ name: "read_stock", arguments: [] }],
    [{ name: "read_stock", arguments: "x" }],
    [{ name: "read_stock", arguments: null }],
    [{}],
  ])("are called with a name and an object: %j", (params) => {
    const view = started();
    view.request("tools/call", params, 1);
    expect(view.answerTo(1)).toMatchObject({ error: { code: -32602 } });
  });

  it("change with the list of the server", () => {
    const view = started();
    const { key } = firstOf(call(view, "buy", 1), "approval");
    view.event({ type: "list-changed", list: "tools", tools: [readTool] });
    expect(view.inbox.at(-1)).toEqual({
      jsonrpc: "2.0",
      method: "notifications/tools/list_changed",
      params: {},
    });
    view.event({ type: "decision", key, decision: "once" });
    expect(view.answerTo(1)).toMatchObject({ error: { code: -32000 } });
    call(view, "buy", 2);
    expect(view.answerTo(2)).toMatchObject({ error: { code: -32000 } });
  });
});

describe("approval", () => {
  it("is asked for where a tool does not say that it only reads, with what it says of itself", () => {
    const view = started();
    const { key, request } = firstOf(call(view, "buy", 1, { sku: 7 }), "approval");
    expect(request).toEqual({
      serverId: "shop",
      tool: "buy",
      instance: "v1",
      arguments: { sku: 7 },
      annotations: {},
    });
    const out = view.event({ type: "decision", key, decision: "once" });
    const started2 = firstOf(out, "request");
    expect(started2.request).toMatchObject({ kind: "call-tool", tool: "buy", approvedBy: "once" });
    view.event({ type: "settle", key: started2.key, result: answer });
    expect(view.answerTo(1)).toMatchObject({ result: answer });
    expect(firstOf(call(view, "buy", 2), "approval")).toBeDefined();
  });

  it("is of the very arguments that are called, whatever the view does to them afterwards", () => {
    const view = started();
    let reads = 0;
    const args: Record<string, unknown> = { sum: 1, nested: { to: "shop" } };
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "buy",
        get arguments() {
          reads += 1;
          return reads === 1 ? args : { sum: 1_000_000 };
        },
      },
    };
    const { key, request } = firstOf(view.post(message), "approval");
    args.sum = 1_000_000;
    (args.nested as { to: string }).to = "thief";
    const called = firstOf(view.event({ type: "decision", key, decision: "once" }), "request").request;
    expect(called).toMatchObject({ arguments: { sum: 1, nested: { to: "shop" } } });
    expect(called.kind === "call-tool" && called.arguments).toBe(request.arguments);
    expect(Object.isFrozen(request.arguments.nested)).toBe(true);
    expect(reads).toBe(1);
  });

  it("for good is of one tool, of one server, in one instance", () => {
    const view = started();
    const first = firstOf(call(view, "buy", 1), "approval");
    view.event({ type: "decision", key: first.key, decision: "always" });
    expect(firstOf(call(view, "buy", 2), "request").request).toMatchObject({ approvedBy: "remembered" });
    expect(view.session.state.approvedTools).toEqual(["buy"]);
    const other = started({ instance: "v2", restore: { ...view.session.state, instance: "v2" } });
    expect(firstOf(call(other, "buy", 1), "approval")).toBeDefined();
    const again = started({ restore: JSON.parse(JSON.stringify(view.session.state)) });
    expect(again.session.state.approvedTools).toEqual([]);
    expect(firstOf(call(again, "buy", 1), "approval")).toBeDefined();
  });

  it("for good ends when the tool becomes another", () => {
    const view = started();
    const { key } = firstOf(call(view, "buy", 1), "approval");
    view.event({ type: "decision", key, decision: "always" });
    view.event({ type: "list-changed", list: "tools", tools: [readTool, buyTool] });
    expect(view.session.state.approvedTools).toEqual(["buy"]);
    view.event({ type: "list-changed", list: "tools", tools: [{ ...buyTool, description: "now sells" }] });
    expect(view.session.state.approvedTools).toEqual([]);
    expect(firstOf(call(view, "buy", 2), "approval")).toBeDefined();
  });

  it("that is denied, or given in a word that is none, calls nothing", () => {
    const view = started();
    for (const [id, decision] of [
      [1, "deny"],
      [2, "yes"],
      [3, undefined],
    ] as const) {
      const { key } = firstOf(call(view, "buy", id), "approval");
      view.event({ type: "decision", key, decision: decision as never });
      expect(view.answerTo(id)).toMatchObject({ error: { code: -32000 } });
    }
    view.event({ type: "decision", key: "v1/1", decision: "once" });
    view.event({ type: "decision", key: "v1/999", decision: "once" });
    expect(view.effects.some(({ type }) => type === "request")).toBe(false);
  });

  it("is denied where nobody can give it, or nobody does in time", () => {
    const alone = started({ handlers: { callTool: true } });
    call(alone, "buy", 1);
    expect(alone.answerTo(1)).toMatchObject({ error: { code: -32000 } });
    expect(firstOf(call(alone, "read_stock", 2), "request").request).toMatchObject({
      approvedBy: "read-only",
    });
    const slow = started();
    const { key } = firstOf(call(slow, "buy", 1), "approval");
    slow.nowMs += 300_000;
    expect(firstOf(slow.event({ type: "tick" }), "cancel")).toMatchObject({ key, reason: "timeout" });
    expect(slow.answerTo(1)).toMatchObject({ error: { code: -32001 } });
    slow.event({ type: "decision", key, decision: "once" });
    expect(slow.effects.some(({ type }) => type === "request")).toBe(false);
  });

  it("is a matter of the host's policy", () => {
    const always = started({ policy: { approval: "always" } });
    expect(firstOf(call(always, "read_stock", 1), "approval").request.annotations).toEqual({
      readOnlyHint: true,
    });
    const never = started({ policy: { approval: "never" } });
    expect(firstOf(call(never, "buy", 1), "request").request).toMatchObject({ approvedBy: "policy" });
  });

  it("cannot be settled, nor a request decided", () => {
    const view = started();
    const { key } = firstOf(call(view, "buy", 1), "approval");
    view.event({ type: "settle", key, result: answer });
    expect(view.answerTo(1)).toBeUndefined();
    const read = firstOf(call(view, "read_stock", 2), "request").key;
    view.event({ type: "decision", key: read, decision: "once" });
    expect(view.session.state.pending).toEqual([key, read]);
  });
});

describe("the answer to a call", () => {
  it("is the result, a failure in the host's words, or that it came too late", () => {
    const view = started();
    const keys = [1, 2, 3, 4].map((id) => firstOf(call(view, "read_stock", id), "request").key);
    view.event({ type: "settle", key: keys[0] ?? "", result: { ...answer, isError: true } });
    view.event({ type: "settle", key: keys[1] ?? "", failure: "the shop is closed" });
    view.event({ type: "settle", key: keys[2] ?? "", result: "not a result" });
    expect(view.answerTo(1)).toMatchObject({ result: { ...answer, isError: true } });
    expect(view.answerTo(2)).toMatchObject({ error: { code: -32000, message: "the shop is closed" } });
    expect(view.answerTo(3)).toMatchObject({ error: { code: -32000 } });
    view.nowMs += 60_000;
    expect(firstOf(view.event({ type: "tick" }), "cancel")).toMatchObject({
      key: keys[3],
      reason: "timeout",
    });
    expect(view.answerTo(4)).toMatchObject({ error: { code: -32001 } });
    view.event({ type: "settle", key: keys[3] ?? "", result: answer });
    expect(view.inbox.filter(({ id }) => id === 4)).toHaveLength(1);
  });

  it("is none where the view cancelled", () => {
    const view = started();
    const { key } = firstOf(call(view, "read_stock", 5), "request");
    const out = view.notify("notifications/cancelled", { requestId: 5, reason: "changed my mind" });
    expect(firstOf(out, "cancel")).toMatchObject({ key, reason: "view" });
    view.event({ type: "settle", key, result: answer });
    view.notify("notifications/cancelled", { requestId: 5 });
    view.notify("notifications/cancelled", {});
    expect(view.answerTo(5)).toBeUndefined();
  });

  it("goes to the first of two requests with one id", () => {
    const view = started();
    const { key } = firstOf(call(view, "read_stock", 1, { first: true }), "request");
    call(view, "read_stock", 1, { second: true });
    view.event({ type: "settle", key, result: answer });
    expect(view.inbox.filter(({ id }) => id === 1)).toHaveLength(1);
    expect(view.audits().some(({ rule }) => rule === "duplicate-id")).toBe(true);
  });

  it("tells ids of texts from those of numbers", () => {
    const view = started();
    const one = firstOf(view.request("tools/call", { name: "read_stock" }, 1), "request").key;
    const two = firstOf(view.request("tools/call", { name: "read_stock" }, "1"), "request").key;
    view.event({ type: "settle", key: two, result: answer });
    expect(view.answerTo("1")).toBeDefined();
    expect(view.answerTo(1)).toBeUndefined();
    view.event({ type: "settle", key: one, result: answer });
    expect(view.answerTo(1)).toBeDefined();
  });
});

describe("limits of calls", () => {
  it("hold how many wait, how often, and how large", () => {
    const view = started({
      limits: { maxPending: 2, toolCalls: { burst: 3, perSecond: 1 }, maxArgumentsBytes: 500 },
    });
    call(view, "read_stock", 1);
    call(view, "buy", 2);
    call(view, "read_stock", 3);
    expect(view.answerTo(3)).toMatchObject({ error: { code: -32003 } });
    view.event({ type: "settle", key: "v1/1", result: answer });
    call(view, "read_stock", 4);
    view.event({ type: "settle", key: "v1/3", result: answer });
    call(view, "read_stock", 5);
    expect(view.answerTo(5)).toMatchObject({ error: { code: -32003 } });
    view.nowMs += 1_000;
    call(view, "read_stock", 6);
    expect(view.answerTo(6)).toBeUndefined();
    call(view, "read_stock", 7, { big: "x".repeat(600) });
    expect(view.answerTo(7)).toMatchObject({ error: { code: -32602 } });
  });
});

describe("whoever approves", () => {
  it("is not asked more at a time than anybody reads, nor again and again", () => {
    const view = started({ limits: { maxApprovals: 2, approvals: { burst: 3, perSecond: 0.5 } } });
    const first = firstOf(call(view, "buy", 1), "approval").key;
    call(view, "buy", 2);
    call(view, "buy", 3);
    expect(view.answerTo(3)).toMatchObject({ error: { code: -32003 } });
    view.event({ type: "decision", key: first, decision: "deny" });
    const third = firstOf(call(view, "buy", 4), "approval").key;
    view.event({ type: "decision", key: third, decision: "deny" });
    call(view, "buy", 5);
    expect(view.answerTo(5)).toMatchObject({ error: { code: -32003 } });
    expect(firstOf(call(view, "read_stock", 6), "request")).toBeDefined();
    view.nowMs += 2_000;
    expect(firstOf(call(view, "buy", 7), "approval")).toBeDefined();
  });

  it("finds each call, decision and end in the log", () => {
    const view = started();
    const { key } = firstOf(call(view, "buy", 1), "approval");
    const out = view.event({ type: "decision", key, decision: "once" });
    view.event({ type: "settle", key: firstOf(out, "request").key, result: answer });
    const about = view.audits().filter(({ tool }) => tool === "buy");
    expect(about.map(({ direction, what, outcome }) => [direction, what, outcome])).toEqual([
      ["from-view", "tools/call", "accepted"],
      ["host", "decision", "approved"],
      ["host", "tools/call", "settled"],
    ]);
  });
});
