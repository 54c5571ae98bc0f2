import { describe, expect, it } from "vitest";
import { firstOf, methodsOf, type ScriptedView, scriptedView } from "./scripted-view.ts";

function started(init: Parameters<typeof scriptedView>[0] = {}): ScriptedView {
  const view = scriptedView(init);
  view.start();
  return view;
}
const requestsOf = (view: ScriptedView) =>
  view.effects.flatMap((effect) => (effect.type === "request" ? [effect.request] : []));

describe("the draft", () => {
  const file = { type: "resource", resource: { uri: "file:///a.txt", mimeType: "text/plain", text: "x" } };

  it.each(["ui/download-file", "sampling/createMessage", "tools/list", "resources/list"])(
    "%s is unknown without its flag",
    (method) => {
      const view = started();
      view.request(method, {}, 1);
      expect(view.answerTo(1)).toMatchObject({ error: { code: -32601 } });
      view.notify("ui/notifications/request-teardown");
      view.notify("notifications/tools/list_changed");
      expect(
        view.effects.some(({ type }) => type === "close-requested" || type === "app-tools-changed"),
      ).toBe(false);
    },
  );

  it("downloads files that are embedded, or linked by a scheme of the host", () => {
    const view = started({ draft: true });
    const { request } = firstOf(view.request("ui/download-file", { contents: [file] }, 1), "request");
    expect(request).toEqual({ kind: "download", contents: [file] });
    const link = (uri: string) => ({ type: "resource_link", uri, name: "a" });
    view.request("ui/download-file", { contents: [link("https://a.example/a")] }, 2);
    expect(requestsOf(view)).toHaveLength(2);
    view.request("ui/download-file", { contents: [file, link("file:///etc/passwd")] }, 3);
    expect(view.answerTo(3)).toMatchObject({ result: { isError: true } });
    for (const [id, contents] of [
      [4, []],
      [5, [{ type: "text", text: "x" }]],
      [6, file],
    ] as const) {
      view.request("ui/download-file", { contents }, id);
      expect(view.answerTo(id)).toMatchObject({ error: { code: -32602 } });
    }
  });

  it("samples without the context and the tools of others", () => {
    const view = started({ draft: true });
    const messages = [{ role: "user", content: { type: "text", text: "x" } }];
    const params = { messages, maxTokens: 10, includeContext: "allServers", tools: [{}], toolChoice: {} };
    const { key, request } = firstOf(view.request("sampling/createMessage", params, 1), "request");
    expect(request).toEqual({ kind: "sample", params: { messages, maxTokens: 10 } });
    view.event({
      type: "settle",
      key,
      result: { role: "assistant", content: { type: "text", text: "y" }, model: "m" },
    });
    expect(view.answerTo(1)).toMatchObject({ result: { model: "m" } });
    view.request("sampling/createMessage", { messages }, 2);
    expect(view.answerTo(2)).toMatchObject({ error: { code: -32602 } });
  });

  it("lists the tools that the view may call, and resources", () => {
    const view = started({ draft: true });
    view.request("tools/list", {}, 1);
    expect((view.answerTo(1)?.result as { tools: { name: string }[] } | undefined)?.tools).toMatchObject([
      { name: "read_stock" },
      { name: "buy" },
    ]);
    const { key, request } = firstOf(view.request("resources/list", { cursor: "c" }, 2), "request");
    expect(request).toEqual({ kind: "list-resources", serverId: "shop", cursor: "c" });
    view.event({ type: "settle", key, result: { resources: [] } });
    expect(view.answerTo(2)).toMatchObject({ result: { resources: [] } });
    view.request("resources/list", { cursor: 7 }, 3);
    expect(view.answerTo(3)).toMatchObject({ error: { code: -32602 } });
  });

  it("lets a view ask to be closed", () => {
    const view = started({ draft: true });
    expect(firstOf(view.notify("ui/notifications/request-teardown"), "close-requested")).toBeDefined();
    expect(methodsOf(view)).toEqual([]);
    expect(view.session.state.phase).toBe("ready");
  });
});
