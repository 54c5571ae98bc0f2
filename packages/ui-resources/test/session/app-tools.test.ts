import { describe, expect, it } from "vitest";
import { firstOf, type ScriptedView, scriptedView } from "./scripted-view.ts";

function started(
  init: Parameters<typeof scriptedView>[0] = {},
  capabilities: unknown = { tools: {} },
): ScriptedView {
  const view = scriptedView({ draft: true, ...init });
  view.start(capabilities);
  return view;
}
const answerLast = (view: ScriptedView, outcome: object) =>
  view.post({ jsonrpc: "2.0", id: view.inbox.at(-1)?.id, ...outcome });

describe("the tools of a view", () => {
  it("are listed, cleaned and limited", () => {
    const view = started({ limits: { maxAppTools: 2 } });
    view.event({ type: "list-app-tools" });
    expect(view.inbox.at(-1)).toMatchObject({ method: "tools/list", params: {} });
    const tools = [
      { name: "a", inputSchema: { type: "object" }, evil: "x" },
      null,
      { name: "" },
      { name: "a" },
      { name: "b", inputSchema: "x" },
      { name: "c" },
    ];
    expect(firstOf(answerLast(view, { result: { tools } }), "app-tools").tools).toEqual([
      { name: "a", inputSchema: { type: "object" } },
      { name: "b", inputSchema: { type: "object" } },
    ]);
  });

  it("are called, and answer with a result or fail", () => {
    const view = started();
    view.event({ type: "call-app-tool", callId: "c1", tool: "a", arguments: { x: 1 } });
    expect(view.inbox.at(-1)).toMatchObject({
      method: "tools/call",
      params: { name: "a", arguments: { x: 1 } },
    });
    const content = [{ type: "text", text: "ok" }];
    expect(firstOf(answerLast(view, { result: { content } }), "app-tool-result")).toMatchObject({
      callId: "c1",
      result: { content },
    });
    view.event({ type: "call-app-tool", callId: "c2", tool: "a" });
    const failed = answerLast(view, { error: { code: -32601, message: "no such tool" } });
    expect(firstOf(failed, "app-tool-result")).toMatchObject({ callId: "c2", failure: "no such tool" });
    view.event({ type: "call-app-tool", callId: "c3", tool: "a" });
    view.nowMs += 30_000;
    expect(firstOf(view.event({ type: "tick" }), "app-tool-result")).toMatchObject({ callId: "c3" });
  });

  it("answer with a result or an error, not with both", () => {
    const view = started();
    view.event({ type: "call-app-tool", callId: "c1", tool: "a" });
    const out = answerLast(view, { result: { content: [] }, error: { code: 1, message: "x" } });
    expect(out).toMatchObject([{ type: "audit", entry: { rule: "not-json-rpc" } }]);
  });

  it("die with the frame", () => {
    const view = started();
    view.event({ type: "call-app-tool", callId: "c1", tool: "a" });
    view.event({ type: "list-app-tools" });
    const out = view.event({ type: "lost", reason: "navigated" });
    expect(firstOf(out, "app-tool-result")).toMatchObject({ callId: "c1", failure: expect.any(String) });
    expect(firstOf(out, "app-tools")).toMatchObject({ tools: [], failure: expect.any(String) });
    const late = view.event({ type: "call-app-tool", callId: "c2", tool: "a" });
    expect(late).toMatchObject([{ type: "app-tool-result", callId: "c2", failure: expect.any(String) }]);
    expect(JSON.stringify(view.session.state)).not.toContain('"a"');
  });

  it.each([
    ["without the flag", { draft: false }, { tools: {} }],
    ["of a view that has none", {}, {}],
  ])("are none %s", (_what, init, capabilities) => {
    const view = started(init, capabilities);
    const sent = view.inbox.length;
    expect(firstOf(view.event({ type: "list-app-tools" }), "app-tools").failure).toBeDefined();
    const out = view.event({ type: "call-app-tool", callId: "1", tool: "a" });
    expect(firstOf(out, "app-tool-result").failure).toBeDefined();
    expect(view.inbox).toHaveLength(sent);
  });

  it("are not called with arguments that cannot be passed on", () => {
    const view = started({ limits: { maxArgumentsBytes: 100 } });
    for (const args of [[1], "x", { x: "y".repeat(200) }]) {
      const out = view.event({ type: "call-app-tool", callId: "1", tool: "a", arguments: args });
      expect(out).toMatchObject([{ type: "app-tool-result", failure: expect.any(String) }]);
    }
  });

  it("change at most as often as the rate says, and the last change is told", () => {
    const view = started({ limits: { listChanges: { burst: 1, perSecond: 1 } } });
    const changes = () => view.effects.filter(({ type }) => type === "app-tools-changed").length;
    for (let index = 0; index < 5; index++) view.notify("notifications/tools/list_changed");
    expect(changes()).toBe(1);
    view.nowMs = 2_000;
    expect(firstOf(view.event({ type: "tick" }), "app-tools-changed")).toBeDefined();
    expect(changes()).toBe(2);
  });
});
