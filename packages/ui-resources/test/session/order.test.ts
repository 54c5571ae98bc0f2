import { describe, expect, it } from "vitest";
import { methodsOf, scriptedView } from "./scripted-view.ts";

const input = "ui/notifications/tool-input";
const partial = "ui/notifications/tool-input-partial";
const result = "ui/notifications/tool-result";
const cancelled = "ui/notifications/tool-cancelled";
const answer = { content: [{ type: "text", text: "3" }] };

describe("before a view is initialised", () => {
  it("it is told nothing, and then everything in order", () => {
    const view = scriptedView();
    view.event({ type: "started" });
    view.event({ type: "tool-input-partial", arguments: { a: 1 } });
    view.event({ type: "tool-input", arguments: { a: 1, b: 2 } });
    view.event({ type: "tool-result", result: answer });
    view.event({ type: "host-context", context: { theme: "dark" } });
    view.event({ type: "list-changed", list: "tools" });
    view.event({ type: "ping" });
    expect(view.inbox).toEqual([]);
    view.request("ui/initialize", {
      appInfo: { name: "a", version: "1" },
      appCapabilities: {},
      protocolVersion: "2026-01-26",
    });
    view.event({ type: "host-context", context: { theme: "light" } });
    expect(view.inbox).toHaveLength(1);
    expect(view.inbox[0]).toMatchObject({ result: { hostContext: { theme: "dark" } } });
    view.notify("ui/notifications/initialized");
    expect(view.inbox.slice(1)).toEqual([
      { jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params: { theme: "light" } },
      { jsonrpc: "2.0", method: input, params: { arguments: { a: 1, b: 2 } } },
      { jsonrpc: "2.0", method: result, params: answer },
    ]);
  });

  it("only the latest of the partial arguments is kept for it", () => {
    const view = scriptedView();
    view.event({ type: "tool-input-partial", arguments: { a: 1 } });
    view.event({ type: "tool-input-partial", arguments: { a: 12 } });
    view.start();
    expect(methodsOf(view)).toEqual([partial]);
    expect(view.inbox.at(-1)).toMatchObject({ params: { arguments: { a: 12 } } });
  });
});

describe("the arguments", () => {
  it.each([undefined, null, {}])("%j is told once as an empty object", (given) => {
    const view = scriptedView();
    view.event({ type: "tool-input", arguments: given });
    view.start();
    view.event({ type: "tool-input", arguments: { late: true } });
    expect(methodsOf(view)).toEqual([input]);
    expect(view.inbox.at(-1)).toMatchObject({ params: { arguments: {} } });
    expect(view.audits().at(-1)).toMatchObject({ what: "tool-input", outcome: "dropped", rule: "order" });
  });

  it("end the partial ones", () => {
    const view = scriptedView();
    view.start();
    view.event({ type: "tool-input-partial", arguments: { a: 1 } });
    view.event({ type: "tool-input", arguments: { a: 10 } });
    view.event({ type: "tool-input-partial", arguments: { a: 100 } });
    expect(methodsOf(view)).toEqual([partial, input]);
  });

  it("go before the result, also where the host never gave them", () => {
    const view = scriptedView();
    view.start();
    view.event({ type: "tool-result", result: answer });
    expect(methodsOf(view)).toEqual([input, result]);
    expect(view.inbox.at(-2)).toMatchObject({ params: { arguments: {} } });
    view.event({ type: "tool-input", arguments: { late: true } });
    expect(methodsOf(view)).toEqual([input, result]);
  });

  it.each([[7], ["x"], [[1]]])("%j are none, and say so in the log", (given) => {
    const view = scriptedView();
    view.start();
    view.event({ type: "tool-input", arguments: given });
    expect(view.inbox.at(-1)).toMatchObject({ method: input, params: { arguments: {} } });
    expect(view.audits()).toContainEqual(
      expect.objectContaining({ what: "tool-input", outcome: "refused", rule: "invalid-params" }),
    );
  });
});

describe("the outcome", () => {
  it("is told once: a second result, and a cancellation after it, are dropped", () => {
    const view = scriptedView();
    view.start();
    view.event({ type: "tool-input" });
    view.event({ type: "tool-result", result: answer });
    view.event({ type: "tool-result", result: { content: [] } });
    view.event({ type: "tool-cancelled", reason: "too late" });
    expect(methodsOf(view)).toEqual([input, result]);
    expect(view.session.state.toolCancelled).toBeUndefined();
  });

  it("is a cancellation after the arguments, with a reason", () => {
    const view = scriptedView();
    view.start();
    view.event({ type: "tool-input", arguments: { a: 1 } });
    view.event({ type: "tool-cancelled", reason: "user action" });
    view.event({ type: "tool-result", result: answer });
    expect(methodsOf(view)).toEqual([input, cancelled]);
    expect(view.inbox.at(-1)).toMatchObject({ params: { reason: "user action" } });
  });

  it("is a cancellation alone while the arguments are not complete: they are not made up", () => {
    const view = scriptedView();
    view.event({ type: "tool-input-partial", arguments: { sum: 1 } });
    view.event({ type: "tool-cancelled" });
    view.start();
    view.event({ type: "tool-input", arguments: { sum: 100 } });
    expect(methodsOf(view)).toEqual([cancelled]);
    expect(view.inbox.at(-1)).toMatchObject({ params: { reason: "cancelled" } });
  });

  it("is an error result where the result is too large to be shown", () => {
    const view = scriptedView({ limits: { maxResultBytes: 1_000 } });
    view.start();
    view.event({ type: "tool-result", result: { content: [{ type: "text", text: "x".repeat(2_000) }] } });
    expect(view.inbox.at(-1)).toMatchObject({ method: result, params: { isError: true } });
  });

  it("keeps structuredContent, _meta and isError, and of a normalised result the raw one", () => {
    const raw = { ...answer, structuredContent: { a: [1] }, _meta: { "x/y": 1 }, isError: false };
    const view = scriptedView();
    view.start();
    view.event({ type: "tool-result", result: { serverId: "s", output: { a: [1] }, content: [], raw } });
    expect(view.inbox.at(-1)).toMatchObject({ method: result, params: raw });
    expect(view.session.state.toolResult).toEqual(raw);
  });
});
