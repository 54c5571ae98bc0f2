import { describe, expect, it } from "vitest";
import { firstOf, methodsOf, scriptedView } from "./scripted-view.ts";

const ours = { hostContext: { availableDisplayModes: ["inline", "fullscreen", "pip"] as const } };
const theirs = { availableDisplayModes: ["inline", "fullscreen"] };

describe("a mode that the view requests", () => {
  it("is what both sides declared, and is answered with what it became", () => {
    const view = scriptedView(ours);
    view.start(theirs);
    const { key, request } = firstOf(
      view.request("ui/request-display-mode", { mode: "fullscreen" }, 1),
      "request",
    );
    expect(request).toEqual({ kind: "display-mode", mode: "fullscreen", from: "inline" });
    expect(view.answerTo(1)).toBeUndefined();
    const out = view.event({ type: "settle", key, result: { mode: "fullscreen" } });
    expect(firstOf(out, "display-mode").mode).toBe("fullscreen");
    expect(view.answerTo(1)).toMatchObject({ result: { mode: "fullscreen" } });
    expect(view.inbox).toContainEqual({
      jsonrpc: "2.0",
      method: "ui/notifications/host-context-changed",
      params: { displayMode: "fullscreen" },
    });
    expect(view.session.state.displayMode).toBe("fullscreen");
  });

  it.each([
    ["that the view did not declare", "pip", theirs],
    ["when the view declared none", "fullscreen", {}],
    ["that nobody knows", "huge", theirs],
    ["that is no text", 7, theirs],
    ["that it is in", "inline", theirs],
  ])("%s is answered with the one it is in", (_what, mode, capabilities) => {
    const view = scriptedView(ours);
    view.start(capabilities);
    view.request("ui/request-display-mode", { mode }, 1);
    expect(view.answerTo(1)).toEqual({ jsonrpc: "2.0", id: 1, result: { mode: "inline" } });
    expect(view.effects.some(({ type }) => type === "request")).toBe(false);
  });

  it("is answered with the old one by a host without a handler, that fails, is slow, or answers nonsense", () => {
    const bare = scriptedView({ ...ours, handlers: {} });
    bare.start(theirs);
    bare.request("ui/request-display-mode", { mode: "fullscreen" }, 1);
    expect(bare.answerTo(1)).toMatchObject({ result: { mode: "inline" } });

    const view = scriptedView(ours);
    view.start(theirs);
    const ask = (id: number) =>
      firstOf(view.request("ui/request-display-mode", { mode: "fullscreen" }, id), "request").key;
    view.event({ type: "settle", key: ask(1), failure: "no" });
    view.event({ type: "settle", key: ask(2), result: "enormous" });
    view.event({ type: "settle", key: ask(3), result: "pip" });
    ask(4);
    view.nowMs += 60_000;
    view.event({ type: "tick" });
    for (const id of [1, 2, 3, 4]) expect(view.answerTo(id)).toMatchObject({ result: { mode: "inline" } });
    expect(view.session.state.displayMode).toBe("inline");
  });

  it("is answered at once where it is asked for too often", () => {
    const view = scriptedView({ ...ours, limits: { displayModes: { burst: 1, perSecond: 0 } } });
    view.start(theirs);
    const { key } = firstOf(view.request("ui/request-display-mode", { mode: "fullscreen" }, 1), "request");
    view.event({ type: "settle", key, result: "fullscreen" });
    view.request("ui/request-display-mode", { mode: "inline" }, 2);
    expect(view.answerTo(2)).toMatchObject({ result: { mode: "fullscreen" } });
  });
});

describe("a mode that the user switches to", () => {
  it("is one that the view declared, or inline", () => {
    const view = scriptedView(ours);
    view.start({ availableDisplayModes: ["fullscreen"] });
    expect(firstOf(view.event({ type: "display-mode", mode: "fullscreen" }), "display-mode").mode).toBe(
      "fullscreen",
    );
    view.event({ type: "display-mode", mode: "pip" });
    expect(view.session.state.displayMode).toBe("fullscreen");
    view.event({ type: "host-context", context: { displayMode: "pip", theme: "dark" } });
    expect(view.session.state).toMatchObject({ displayMode: "fullscreen", hostContext: { theme: "dark" } });
    view.event({ type: "display-mode", mode: "inline" });
    expect(view.session.state.displayMode).toBe("inline");
  });

  it("is told once, and nothing is told that did not change", () => {
    const view = scriptedView(ours);
    view.start(theirs);
    view.event({ type: "host-context", context: { displayMode: "fullscreen" } });
    view.event({ type: "display-mode", mode: "fullscreen" });
    view.event({ type: "host-context", context: { theme: "dark", locale: "de" } });
    view.event({ type: "host-context", context: { theme: "dark" } });
    view.event({ type: "host-context", context: {} });
    expect(methodsOf(view)).toHaveLength(2);
    expect(view.inbox.at(-1)).toMatchObject({ params: { theme: "dark", locale: "de" } });
  });
});
