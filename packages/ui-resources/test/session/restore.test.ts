import { describe, expect, it } from "vitest";
import { methodsOf, type ScriptedView, scriptedView } from "./scripted-view.ts";

const answer = { content: [{ type: "text", text: "3" }], structuredContent: { stock: 3 } };

/** A view that was used, as it was kept: as JSON. */
function kept(): Record<string, unknown> {
  const view = scriptedView({ hostContext: { availableDisplayModes: ["inline", "fullscreen"] } });
  view.start({ availableDisplayModes: ["fullscreen"] });
  view.event({ type: "tool-input", arguments: { sku: 7 } });
  view.event({ type: "tool-result", result: answer });
  view.event({ type: "display-mode", mode: "fullscreen" });
  view.request("ui/update-model-context", { structuredContent: { step: 2 } });
  return JSON.parse(JSON.stringify(view.session.state));
}

describe("a view that is shown again", () => {
  it("is told its call again, in order, by a session that is otherwise new", () => {
    const view = scriptedView({ restore: kept() });
    expect(view.session.state).toMatchObject({
      phase: "waiting",
      toolInput: { sku: 7 },
      toolResult: answer,
      displayMode: "fullscreen",
      modelContext: { structuredContent: { step: 2 } },
      approvedTools: [],
      pending: [],
    });
    view.start();
    expect(methodsOf(view)).toEqual(["ui/notifications/tool-input", "ui/notifications/tool-result"]);
    expect(view.inbox.at(-1)).toMatchObject({ params: answer });
    view.event({ type: "tool-input", arguments: { sku: 8 } });
    view.event({ type: "tool-result", result: { content: [] } });
    expect(methodsOf(view)).toHaveLength(2);
  });

  it("goes on where the call was still running", () => {
    const { toolResult: _, ...running } = kept();
    const view = scriptedView({ restore: running });
    view.start();
    expect(methodsOf(view)).toEqual(["ui/notifications/tool-input"]);
    view.event({ type: "tool-result", result: answer });
    expect(methodsOf(view)).toEqual(["ui/notifications/tool-input", "ui/notifications/tool-result"]);
  });

  it("is told of a cancellation", () => {
    const { toolResult: _, ...rest } = kept();
    const view = scriptedView({ restore: { ...rest, toolCancelled: { reason: "user action" } } });
    view.start();
    expect(view.inbox.at(-1)).toMatchObject({
      method: "ui/notifications/tool-cancelled",
      params: { reason: "user action" },
    });
  });

  it("keeps the mode that the host gives now", () => {
    const view = scriptedView({ restore: kept(), hostContext: { displayMode: "inline" } });
    expect(view.session.state.displayMode).toBe("inline");
  });
});

describe("a state that was tampered with", () => {
  const unchanged = (view: ScriptedView): void => {
    expect(view.session.state).toMatchObject({ phase: "waiting", displayMode: "inline", approvedTools: [] });
    expect(view.session.state).not.toHaveProperty("toolInput");
    expect(view.session.state).not.toHaveProperty("toolResult");
    expect(view.session.state).not.toHaveProperty("modelContext");
  };

  it.each([
    ["of another instance", { instance: "v2" }],
    ["of another server", { serverId: "bank" }],
    ["of another tool", { tool: "buy" }],
    ["of another version", { version: 2 }],
  ])("%s is not taken", (_what, change) => {
    unchanged(scriptedView({ restore: { ...kept(), ...change } }));
  });

  it.each([7, "x", [], null, {}, new Proxy({}, { get: () => trap(), ownKeys: () => trap() })])(
    "%# is none",
    (restore) => {
      unchanged(scriptedView({ restore }));
    },
  );

  it("approves nothing, and holds nothing that a view could not have said", () => {
    const view = scriptedView({
      restore: {
        ...kept(),
        approvedTools: ["buy"],
        pending: ["v1/1"],
        phase: "ready",
        toolInput: [1],
        toolResult: { content: [{ type: "hologram" }] },
        modelContext: {
          content: [{ type: "image", data: "AA==", mimeType: "image/png" }],
          structuredContent: 7,
        },
        displayMode: "huge",
      },
    });
    expect(view.session.state).toMatchObject({
      phase: "waiting",
      approvedTools: [],
      pending: [],
      toolInput: {},
      toolResult: { content: [{ type: "text", text: '{"type":"hologram"}' }] },
      displayMode: "inline",
    });
    expect(view.session.state.modelContext).toEqual({});
    view.start();
    expect(view.request("tools/call", { name: "buy" }).some(({ type }) => type === "approval")).toBe(true);
  });
});

function trap(): never {
  throw new Error("read me not");
}
