import type { UiJsonObject } from "@x/ui-resources";
import { describe, expect, it } from "vitest";
import { firstOf, type ScriptedView, scriptedView } from "./scripted-view.ts";

const good = { appInfo: { name: "a", version: "1" }, appCapabilities: {}, protocolVersion: "2026-01-26" };

const toldBy = (view: ScriptedView): UiJsonObject => {
  const answer = view.answerTo("init");
  if (answer === undefined) throw new Error("not initialised");
  return answer.result as UiJsonObject;
};

describe("ui/initialize", () => {
  it.each([
    ["no appInfo", { ...good, appInfo: undefined }],
    ["no version", { ...good, appInfo: { name: "a" } }],
    ["no capabilities", { ...good, appCapabilities: undefined }],
    ["capabilities that are a list", { ...good, appCapabilities: [] }],
    ["no protocol version", { ...good, protocolVersion: undefined }],
    ["a version that is a number", { ...good, protocolVersion: 20260126 }],
    ["modes that nobody knows", { ...good, appCapabilities: { availableDisplayModes: ["huge"] } }],
    ["nothing", {}],
    ["more than anybody keeps", { ...good, appInfo: { ...good.appInfo, title: "x".repeat(300_000) } }],
  ])("with %s gets an error, and everything after it is refused", (_what, params) => {
    const view = scriptedView();
    view.event({ type: "started" });
    view.event({ type: "tool-input", arguments: {} });
    const out = view.request("ui/initialize", params, 1);
    expect(view.answerTo(1)).toMatchObject({ error: { code: -32602 } });
    expect(firstOf(out, "failed")).toMatchObject({ reason: "bad-initialize" });
    view.notify("ui/notifications/initialized");
    view.request("tools/call", { name: "read_stock" }, 2);
    view.request("ui/initialize", good, 3);
    view.request("ping", {}, 4);
    for (const id of [2, 3, 4]) expect(view.answerTo(id)).toMatchObject({ error: { code: -32600 } });
    expect(view.session.state).toMatchObject({ phase: "failed", failure: "bad-initialize" });
    expect(view.inbox.every((message) => "error" in message)).toBe(true);
  });

  it("with a version that we do not speak is answered with ours", () => {
    const view = scriptedView();
    view.request("ui/initialize", { ...good, protocolVersion: "2099-01-01" }, 1);
    expect(view.answerTo(1)).toMatchObject({ result: { protocolVersion: "2026-01-26" } });
    expect(view.session.state.phase).toBe("initializing");
  });

  it("counts once", () => {
    const view = scriptedView();
    view.start();
    view.request("ui/initialize", { ...good, appInfo: { name: "other", version: "2" } }, 9);
    expect(view.answerTo(9)).toMatchObject({ error: { code: -32600 } });
    expect(view.session.state.app?.appInfo).toEqual({ name: "app", version: "1" });
    view.notify("ui/notifications/initialized");
    expect(view.effects.filter(({ type }) => type === "ready")).toHaveLength(1);
  });

  it("tells nothing but what there are handlers for", () => {
    const bare = scriptedView({ handlers: {} });
    bare.start();
    expect(toldBy(bare).hostCapabilities).toEqual({});
    const some = scriptedView({
      handlers: { callTool: async () => {}, message: true, modelContext: true, download: true, log: null },
      policy: { modalities: ["text", "image", "structuredContent"] },
      sandbox: { csp: { connectDomains: ["https://a.example"] }, permissions: { camera: {} } },
    });
    some.start();
    expect(toldBy(some).hostCapabilities).toEqual({
      serverTools: {},
      message: { text: {}, image: {} },
      updateModelContext: { text: {}, image: {}, structuredContent: {} },
      sandbox: { csp: { connectDomains: ["https://a.example"] }, permissions: { camera: {} } },
    });
    const draft = scriptedView({ draft: true });
    draft.start();
    expect(draft.answerTo("init")).toMatchObject({
      result: { hostCapabilities: { downloadFile: {}, sampling: {}, serverTools: { listChanged: true } } },
    });
  });

  it("tells of the tool what an app of the official SDK accepts, however the server wrote it", () => {
    const view = scriptedView({
      tool: {
        name: "shop__show",
        serverToolName: "show",
        title: 7,
        description: ["x"],
        inputSchema: { type: "string" },
        outputSchema: "none",
        annotations: { readOnlyHint: "yes", title: "Show", other: 1 },
        icons: "x",
        _meta: [],
      },
      toolCallId: 7,
    });
    view.start();
    expect(toldBy(view).hostContext).toEqual({
      toolInfo: {
        id: 7,
        tool: { name: "show", inputSchema: { type: "object" }, annotations: { title: "Show" } },
      },
    });
  });
});

describe("before initialize and initialized", () => {
  it.each([
    ["tools/call", { name: "read_stock", arguments: {} }],
    ["resources/read", { uri: "ui://shop/x" }],
    ["ui/open-link", { url: "https://a.example" }],
    ["ui/message", { role: "user", content: [] }],
    ["ui/update-model-context", {}],
    ["ui/request-display-mode", { mode: "inline" }],
    ["no/such-method", {}],
  ])("%s is refused", (method, params) => {
    const view = scriptedView();
    view.request(method, params, 1);
    view.request("ui/initialize", good, 2);
    view.request(method, params, 3);
    for (const id of [1, 3]) expect(view.answerTo(id)).toMatchObject({ error: { code: -32600 } });
    expect(view.effects.filter(({ type }) => type === "request" || type === "approval")).toEqual([]);
    expect(view.audits().filter(({ rule }) => rule === "not-initialized")).toHaveLength(2);
  });

  it("notifications are dropped, and a ping is answered", () => {
    const view = scriptedView();
    view.notify("ui/notifications/initialized");
    view.notify("ui/notifications/size-changed", { height: 10 });
    view.notify("notifications/message", { level: "info", data: "x" });
    view.request("ping", {}, 1);
    expect(view.inbox).toEqual([{ jsonrpc: "2.0", id: 1, result: {} }]);
    expect(view.session.state.phase).toBe("waiting");
    expect(view.effects.filter(({ type }) => type === "resize" || type === "log")).toEqual([]);
  });
});

describe("the time to initialise", () => {
  it("runs from the start, and anew with progress", () => {
    const view = scriptedView({ limits: { initTimeoutMs: 5_000 } });
    expect(firstOf(view.event({ type: "started" }), "wake").atMs).toBe(6_000);
    view.nowMs = 4_000;
    expect(firstOf(view.event({ type: "progress" }), "wake").atMs).toBe(9_000);
    view.nowMs = 6_000;
    expect(firstOf(view.event({ type: "tick" }), "wake").atMs).toBe(9_000);
    view.nowMs = 9_000;
    expect(firstOf(view.event({ type: "tick" }), "failed").reason).toBe("initialize-timeout");
    expect(view.session.state).toMatchObject({ phase: "failed", failure: "initialize-timeout" });
    expect(view.event({ type: "tick" })).toEqual([]);
  });

  it("ends when the document is there and only wants to be seen; what it does later counts all the same", () => {
    const view = scriptedView();
    view.event({ type: "started" });
    view.event({ type: "shown" });
    expect(view.session.state.wakeAtMs).toBeUndefined();
    view.nowMs = 1e9;
    expect(view.event({ type: "tick" })).toEqual([]);
    view.start();
    expect(view.session.state.phase).toBe("ready");
  });

  it("ends with initialized, not with initialize", () => {
    const view = scriptedView();
    view.event({ type: "started" });
    view.request("ui/initialize", good);
    expect(view.session.state.wakeAtMs).toBe(11_000);
    view.notify("ui/notifications/initialized");
    expect(view.session.state.wakeAtMs).toBeUndefined();
    view.nowMs = 1e9;
    expect(view.event({ type: "tick" })).toEqual([]);
    expect(view.event({ type: "progress" })).toEqual([]);
  });

  it("is not running where nobody started it, and a clock that is none moves nothing", () => {
    const view = scriptedView();
    view.nowMs = Number.NaN;
    view.event({ type: "started" });
    view.nowMs = 1e9;
    expect(view.event({ type: "tick" })).toEqual([]);
    expect(view.session.state.phase).toBe("waiting");
    const idle = scriptedView();
    idle.nowMs = 1e12;
    expect(idle.event({ type: "tick" })).toEqual([]);
  });
});
