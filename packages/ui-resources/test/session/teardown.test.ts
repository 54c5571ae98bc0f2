import { describe, expect, it } from "vitest";
import { firstOf, scriptedView } from "./scripted-view.ts";

describe("a teardown", () => {
  it.each([
    ["a result", { result: {} }],
    ["an error", { error: { code: -32601, message: "Method not found" } }],
    ["an odd result", { result: null }],
  ])("ends with %s of the view", (_what, outcome) => {
    const view = scriptedView();
    view.start();
    view.event({ type: "teardown" });
    const { id, method, params } = view.inbox.at(-1) ?? {};
    expect([method, params]).toEqual(["ui/resource-teardown", {}]);
    expect(view.session.state.phase).toBe("closing");
    const out = view.post({ jsonrpc: "2.0", id, ...outcome });
    expect(firstOf(out, "closed")).toEqual({ type: "closed", reason: "teardown", answered: true });
    expect(view.session.state).toMatchObject({ phase: "closed", closed: { answered: true } });
  });

  it("ends without an answer after its budget, and not before", () => {
    const view = scriptedView({ limits: { teardownTimeoutMs: 700 } });
    view.start();
    expect(firstOf(view.event({ type: "teardown" }), "wake").atMs).toBe(1_700);
    view.nowMs = 1_699;
    expect(view.event({ type: "tick" }).map(({ type }) => type)).toEqual(["wake"]);
    view.nowMs = 1_700;
    expect(firstOf(view.event({ type: "tick" }), "closed").answered).toBe(false);
  });

  it("is not asked of a view that never listened", () => {
    for (const prepare of [
      () => scriptedView(),
      () => {
        const view = scriptedView();
        view.request("ui/initialize", {});
        return view;
      },
    ]) {
      const view = prepare();
      const before = view.inbox.length;
      expect(firstOf(view.event({ type: "teardown" }), "closed").answered).toBe(false);
      expect(view.inbox).toHaveLength(before);
    }
  });

  it("lets the view save its context, and takes nothing else from it", () => {
    const view = scriptedView();
    view.start();
    view.event({ type: "teardown" });
    view.request("ui/update-model-context", { structuredContent: { step: 3 } }, 1);
    view.request("tools/call", { name: "read_stock" }, 2);
    view.request("ui/open-link", { url: "https://a.example" }, 3);
    view.notify("ui/notifications/size-changed", { height: 3 });
    expect(view.answerTo(1)).toMatchObject({ result: {} });
    for (const id of [2, 3]) expect(view.answerTo(id)).toMatchObject({ error: { code: -32600 } });
    expect(view.session.state.modelContext).toEqual({ structuredContent: { step: 3 } });
    expect(view.effects.some(({ type }) => type === "request" || type === "resize")).toBe(false);
  });

  it("cancels what is under way, and answers the view while it is there", () => {
    const view = scriptedView();
    view.start();
    const read = firstOf(view.request("tools/call", { name: "read_stock" }, 1), "request").key;
    const buy = firstOf(view.request("tools/call", { name: "buy" }, 2), "approval").key;
    const out = view.event({ type: "teardown" });
    expect(out.flatMap((effect) => (effect.type === "cancel" ? [[effect.key, effect.reason]] : []))).toEqual([
      [read, "closed"],
      [buy, "closed"],
    ]);
    for (const id of [1, 2]) expect(view.answerTo(id)).toMatchObject({ error: { code: -32000 } });
    view.event({ type: "decision", key: buy, decision: "always" });
    view.event({ type: "settle", key: read, result: { content: [] } });
    expect(view.effects.filter(({ type }) => type === "request")).toHaveLength(1);
    expect(view.session.state.approvedTools).toEqual([]);
  });

  it("happens once, and after it nothing is sent or taken", () => {
    const view = scriptedView();
    view.start();
    view.event({ type: "teardown" });
    view.event({ type: "teardown" });
    expect(view.session.state.phase).toBe("closing");
    expect(view.inbox.filter(({ method }) => method === "ui/resource-teardown")).toHaveLength(1);
    view.post({ jsonrpc: "2.0", id: view.inbox.at(-1)?.id, result: {} });
    const sent = view.inbox.length;
    view.event({ type: "tool-result", result: { content: [] } });
    view.event({ type: "host-context", context: { theme: "dark" } });
    view.request("ping", {}, 77);
    view.event({ type: "teardown" });
    view.event({ type: "lost", reason: "removed" });
    expect(view.inbox).toHaveLength(sent);
    expect(view.effects.filter(({ type }) => type === "closed")).toHaveLength(1);
  });
});

describe("a frame that is lost", () => {
  it.each(["removed", "navigated", "crashed"] as const)("because it was %s closes at once", (reason) => {
    const view = scriptedView();
    view.start();
    const { key } = firstOf(view.request("tools/call", { name: "read_stock" }, 1), "request");
    const sent = view.inbox.length;
    const out = view.event({ type: "lost", reason });
    expect(firstOf(out, "cancel")).toMatchObject({ key, reason: "closed" });
    expect(firstOf(out, "closed")).toEqual({ type: "closed", reason, answered: false });
    view.event({ type: "tool-result", result: { content: [{ type: "text", text: "secret" }] } });
    view.event({ type: "settle", key, result: { content: [] } });
    expect(view.inbox).toHaveLength(sent);
  });
});

describe("a ping of the host", () => {
  it("is answered by the view in any way, or not in time", () => {
    const view = scriptedView({ limits: { appRequestTimeoutMs: 100 } });
    view.event({ type: "ping" });
    expect(firstOf(view.effects, "pong").answered).toBe(false);
    view.start();
    view.event({ type: "ping" });
    const { id } = view.inbox.at(-1) ?? {};
    expect(firstOf(view.post({ jsonrpc: "2.0", id, error: { code: 1 } }), "pong").answered).toBe(true);
    view.event({ type: "ping" });
    view.nowMs += 100;
    expect(firstOf(view.event({ type: "tick" }), "pong").answered).toBe(false);
  });
});
