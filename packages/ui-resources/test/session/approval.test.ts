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
