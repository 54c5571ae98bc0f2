import { describe, expect, it } from "vitest";
import { firstOf, readTool, type ScriptedView, scriptedView } from "./scripted-view.ts";

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
    view.post({ jsonrpc: "2.0", id: 1, method: "ping", params: "none" });
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
