import { describe, expect, it } from "vitest";
import { firstOf, type ScriptedView, scriptedView } from "./scripted-view.ts";

function started(init: Parameters<typeof scriptedView>[0] = {}): ScriptedView {
  const view = scriptedView(init);
  view.start();
  return view;
}
const requestsOf = (view: ScriptedView) =>
  view.effects.flatMap((effect) => (effect.type === "request" ? [effect.request] : []));

describe("links", () => {
  it.each([
    ["https://a.example/path?q=1#f", "https://a.example/path?q=1#f", "a.example"],
    ["HTTPS://A.EXAMPLE", "https://a.example/", "a.example"],
    ["https://a.example:8443/", "https://a.example:8443/", "a.example:8443"],
    ["https://xn--80ak6aa92e.example", "https://xn--80ak6aa92e.example/", "xn--80ak6aa92e.example"],
  ])("%s is opened", (url, opened, host) => {
    const view = started();
    const { key, request } = firstOf(view.request("ui/open-link", { url }, 1), "request");
    expect(request).toEqual({ kind: "open-link", url: opened, host });
    view.event({ type: "settle", key, result: undefined });
    expect(view.answerTo(1)).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    " https://a.example",
    "https://a.example\n",
    "\u0000https://a.example",
    "//a.example",
    "/path",
    "a.example",
    "",
    "http://a.example",
    "mailto:a@a.example",
    "data:text/html,x",
    "blob:https://a.example/1",
    "file:///etc/passwd",
    "smb://host/share",
    "vscode://x",
    "tel:1",
    "ui://shop/x",
    "https:\\\\a.example",
    "https://user@a.example",
    "https://user:pass@a.example",
    "https://bank.example@evil.example",
    "https://",
    "https:///",
    "https://[",
    `https://a.example/${"a".repeat(5_000)}`,
    "view-source:https://a.example",
    "filesystem:https://a.example/t",
    "about:blank",
  ])("%j is denied", (url) => {
    const view = started();
    view.request("ui/open-link", { url }, 1);
    expect(requestsOf(view)).toEqual([]);
    expect(view.answerTo(1)).toEqual({ jsonrpc: "2.0", id: 1, result: { isError: true } });
    expect(view.audits().at(-1)).toMatchObject({ what: "ui/open-link", rule: "scheme" });
  });

  it("may have the further schemes that the host names", () => {
    const view = started({ policy: { linkSchemes: ["https:", "http:", "mailto:"] } });
    view.request("ui/open-link", { url: "http://a.example" });
    view.request("ui/open-link", { url: "mailto:a@a.example" });
    expect(requestsOf(view)).toMatchObject([{ host: "a.example" }, { host: "a@a.example" }]);
  });

  it("are told to have failed where the user or the host says no, and refused where they come too often", () => {
    const view = started({ limits: { links: { burst: 1, perSecond: 0 } } });
    const { key } = firstOf(view.request("ui/open-link", { url: "https://a.example" }, 1), "request");
    view.event({ type: "settle", key, failure: "denied by the user" });
    expect(view.answerTo(1)).toMatchObject({ result: { isError: true } });
    view.request("ui/open-link", { url: "https://a.example" }, 2);
    expect(view.answerTo(2)).toMatchObject({ error: { code: -32003 } });
    view.request("ui/open-link", { url: 7 }, 3);
    expect(view.answerTo(3)).toMatchObject({ error: { code: -32602 } });
  });
});

describe("messages", () => {
  const text = { type: "text", text: "hello" };

  it.each([[text], [[text]]])("are one block or a list: %j", (content) => {
    const view = started();
    const { key, request } = firstOf(view.request("ui/message", { role: "user", content }, 1), "request");
    expect(request).toEqual({ kind: "message", role: "user", content: [text] });
    view.event({ type: "settle", key, result: {} });
    expect(view.answerTo(1)).toMatchObject({ result: {} });
  });

  it.each([
    [{ role: "assistant", content: [text] }],
    [{ role: "system", content: [text] }],
    [{ role: "user", content: [] }],
    [{ role: "user", content: "hello" }],
    [{ role: "user", content: [{ type: "text" }] }],
    [{ role: "user", content: [{ type: "magic", text: "x" }] }],
    [{ role: "user", content: Array.from({ length: 33 }, () => text) }],
    [{ role: "user" }],
    [{}],
  ])("are refused where they are none: %j", (params) => {
    const view = started();
    view.request("ui/message", params, 1);
    expect(view.answerTo(1)).toMatchObject({ error: { code: -32602 } });
    expect(requestsOf(view)).toEqual([]);
  });

  it("are denied where they are too long, or of a kind that was not advertised", () => {
    const image = { type: "image", data: "AA==", mimeType: "image/png" };
    const view = started({ limits: { maxChatBytes: 1_000 } });
    view.request("ui/message", { role: "user", content: [image] }, 1);
    view.request("ui/message", { role: "user", content: { ...text, text: "x".repeat(1_000) } }, 2);
    for (const id of [1, 2]) expect(view.answerTo(id)).toMatchObject({ result: { isError: true } });
    const takes = started({ policy: { modalities: ["text", "image"] } });
    takes.request("ui/message", { role: "user", content: [image, text] }, 1);
    expect(requestsOf(takes)).toHaveLength(1);
  });
});

describe("the model context", () => {
  it("is the last one, acknowledged when it is kept", () => {
    const view = started();
    view.request("ui/update-model-context", { content: [{ type: "text", text: "one" }] }, 1);
    const out = view.request("ui/update-model-context", { structuredContent: { two: 2 } }, 2);
    expect(out.map(({ type }) => type)).toEqual(["audit", "model-context", "send"]);
    expect(firstOf(out, "model-context").context).toEqual({ structuredContent: { two: 2 } });
    expect(view.session.state.modelContext).toEqual({ structuredContent: { two: 2 } });
    expect([view.answerTo(1), view.answerTo(2)]).toMatchObject([{ result: {} }, { result: {} }]);
    view.request("ui/update-model-context", {}, 3);
    expect(view.session.state.modelContext).toEqual({});
  });

  it.each([
    [{ content: "x" }, -32602],
    [{ content: { type: "text", text: "x" } }, -32602],
    [{ content: [{ type: "text" }] }, -32602],
    [{ structuredContent: [1] }, -32602],
    [{ structuredContent: null }, -32602],
    [{ content: [{ type: "image", data: "AA==", mimeType: "image/png" }] }, -32000],
    [{ structuredContent: { x: "y".repeat(300_000) } }, -32602],
  ])("%# is refused and changes nothing", (params, code) => {
    const view = started();
    view.request("ui/update-model-context", { structuredContent: { kept: true } });
    view.request("ui/update-model-context", params, 9);
    expect(view.answerTo(9)).toMatchObject({ error: { code } });
    expect(view.session.state.modelContext).toEqual({ structuredContent: { kept: true } });
  });

  it("is refused where it comes too often, and where the host takes no structure", () => {
    const view = started({
      limits: { contexts: { burst: 1, perSecond: 0 } },
      policy: { modalities: ["text"] },
    });
    view.request("ui/update-model-context", { structuredContent: { a: 1 } }, 1);
    expect(view.answerTo(1)).toMatchObject({ error: { code: -32000 } });
    view.request("ui/update-model-context", { content: [] }, 2);
    view.request("ui/update-model-context", { content: [] }, 3);
    expect(view.answerTo(3)).toMatchObject({ error: { code: -32003 } });
  });
});

describe("resources", () => {
  it("are UI of the same server, unless the host says more", () => {
    const view = started();
    const { key, request } = firstOf(view.request("resources/read", { uri: "ui://shop/x" }, 1), "request");
    expect(request).toEqual({ kind: "read-resource", serverId: "shop", uri: "ui://shop/x" });
    view.event({ type: "settle", key, result: { contents: [{ uri: "ui://shop/x", text: "x" }] } });
    expect(view.answerTo(1)).toMatchObject({ result: { contents: [{ text: "x" }] } });
    view.request("resources/read", { uri: "videos://1" }, 2);
    view.request("resources/read", { uri: "file:///etc/passwd" }, 3);
    for (const id of [2, 3]) expect(view.answerTo(id)).toMatchObject({ error: { code: -32000 } });
    const wide = started({ policy: { resources: "same-server" } });
    wide.request("resources/read", { uri: "videos://1" });
    expect(requestsOf(wide)).toMatchObject([{ serverId: "shop", uri: "videos://1" }]);
  });

  it.each(["", "x", "no scheme:", "a:b\r\nc", "a:<b>", `a:${"b".repeat(9_000)}`, 7, null])(
    "%j is no URI",
    (uri) => {
      const view = started({ policy: { resources: "same-server" } });
      view.request("resources/read", { uri }, 1);
      expect(view.answerTo(1)).toMatchObject({ error: { code: -32602 } });
    },
  );

  it("that the host read badly are a failure", () => {
    const view = started();
    const { key } = firstOf(view.request("resources/read", { uri: "ui://shop/x" }, 1), "request");
    view.event({ type: "settle", key, result: { content: [] } });
    expect(view.answerTo(1)).toMatchObject({ error: { code: -32000 } });
  });
});

describe("requests without a handler", () => {
  it.each([
    "tools/call",
    "resources/read",
    "ui/open-link",
    "ui/message",
    "ui/update-model-context",
    "ui/download-file",
    "sampling/createMessage",
    "tools/list",
    "resources/list",
    "prompts/list",
    "initialize",
    "constructor",
    "__proto__",
  ])("%s is no method of the host", (method) => {
    const view = started({ handlers: {}, draft: true });
    view.request(method, { name: "read_stock", url: "https://a.example" }, 1);
    expect(view.answerTo(1)).toMatchObject({ error: { code: -32601 } });
  });

  it("logs are dropped", () => {
    const view = started({ handlers: {} });
    view.notify("notifications/message", { level: "info", data: 1 });
    expect(view.effects.some(({ type }) => type === "log")).toBe(false);
  });
});

describe("logs", () => {
  it("are passed on with a level that exists", () => {
    const view = started();
    const out = view.notify("notifications/message", { level: "warning", logger: "app", data: { a: 1 } });
    expect(firstOf(out, "log").entry).toEqual({ level: "warning", logger: "app", data: { a: 1 } });
    view.notify("notifications/message", { level: "loud", data: 1 });
    view.notify("notifications/message", { level: "info" });
    view.notify("notifications/message", { level: "info", data: "x".repeat(70_000) });
    expect(view.effects.filter(({ type }) => type === "log")).toHaveLength(1);
  });

  it("have a rate", () => {
    const view = started({ limits: { logs: { burst: 2, perSecond: 0 } } });
    for (let index = 0; index < 5; index++)
      view.notify("notifications/message", { level: "info", data: index });
    expect(view.effects.filter(({ type }) => type === "log")).toHaveLength(2);
  });
});
