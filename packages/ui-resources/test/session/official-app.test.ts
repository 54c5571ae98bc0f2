import { App } from "@modelcontextprotocol/ext-apps";
import { describe, expect, it } from "vitest";
import { firstOf, scriptedView } from "./scripted-view.ts";

/** The official SDK's view side on our host side, in one process. */
async function connect(init: Parameters<typeof scriptedView>[0] = {}, capabilities = {}) {
  const view = scriptedView(init);
  const app = new App({ name: "app", version: "1.0.0" }, capabilities, { autoResize: false });
  const seen: [string, unknown][] = [];
  app.ontoolinput = (params) => void seen.push(["input", params.arguments]);
  app.ontoolinputpartial = (params) => void seen.push(["partial", params.arguments]);
  app.ontoolresult = (params) => void seen.push(["result", params]);
  app.ontoolcancelled = (params) => void seen.push(["cancelled", params.reason]);
  app.onhostcontextchanged = (params) => void seen.push(["context", params]);
  let delivered = 0;
  const transport = {
    onmessage: undefined as ((message: never) => void) | undefined,
    onclose: undefined,
    onerror: undefined,
    start: async () => {},
    close: async () => {},
    send: async (message: unknown) => {
      view.post(JSON.parse(JSON.stringify(message)));
      deliver();
    },
  };
  const deliver = (): void => {
    // The app may answer, and so deliver, while it is delivered to.
    for (let next = delivered; next < view.inbox.length; next = delivered) {
      delivered = next + 1;
      transport.onmessage?.(JSON.parse(JSON.stringify(view.inbox[next])) as never);
    }
  };
  await app.connect(transport as never);
  return { view, app, seen, deliver };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("the official App", () => {
  it("initialises and reads what the host says of itself", async () => {
    const { view, app } = await connect({
      hostContext: {
        theme: "dark",
        styles: { variables: { "--font-sans": "Inter", "--not-standard": "1" } },
        containerDimensions: { width: 400, maxHeight: 600 },
        availableDisplayModes: ["inline", "fullscreen"],
      },
    });
    expect(view.session.state.phase).toBe("ready");
    expect(app.getHostVersion()).toEqual({ name: "test-host", version: "1.0.0" });
    expect(app.getHostCapabilities()).toMatchObject({ serverTools: { listChanged: true }, openLinks: {} });
    expect(app.getHostContext()).toMatchObject({
      theme: "dark",
      styles: { variables: { "--font-sans": "Inter" } },
      toolInfo: { tool: { name: "read_stock" } },
    });
  });

  it("gets arguments, result and context changes", async () => {
    const { view, seen, deliver } = await connect();
    view.event({ type: "tool-input", arguments: { sku: 7 } });
    view.event({ type: "tool-result", result: { content: [{ type: "text", text: "3" }] } });
    view.event({ type: "host-context", context: { theme: "light" } });
    deliver();
    await settled();
    expect(seen).toEqual([
      ["input", { sku: 7 }],
      ["result", { content: [{ type: "text", text: "3" }] }],
      ["context", { theme: "light" }],
    ]);
  });

  it("calls a tool and gets its result", async () => {
    const { view, app, deliver } = await connect();
    const call = app.callServerTool({ name: "read_stock", arguments: { sku: 1 } });
    await settled();
    const { key, request } = firstOf(view.effects, "request");
    expect(request).toMatchObject({ kind: "call-tool", tool: "read_stock", arguments: { sku: 1 } });
    view.event({ type: "settle", key, result: { content: [{ type: "text", text: "5" }] } });
    deliver();
    await expect(call).resolves.toMatchObject({ content: [{ type: "text", text: "5" }] });
  });

  it("is told that a link was denied in the words of its SDK", async () => {
    const { app } = await connect();
    await expect(app.openLink({ url: "javascript:alert(1)" })).resolves.toMatchObject({ isError: true });
    await expect(app.callServerTool({ name: "refund", arguments: {} })).rejects.toThrow("may not call");
  });

  it("answers the teardown", async () => {
    const { view, deliver } = await connect();
    view.event({ type: "teardown" });
    deliver();
    await settled();
    expect(firstOf(view.effects, "closed")).toMatchObject({ reason: "teardown", answered: true });
  });

  it("hears of a result with blocks that its schema does not know", async () => {
    const { view, seen, deliver } = await connect();
    const content = [{ type: "hologram", data: 1 }, null, { type: "text", text: "ok" }];
    view.event({ type: "tool-result", result: { content } });
    deliver();
    await settled();
    expect(seen).toMatchObject([
      ["input", {}],
      [
        "result",
        { content: [{ type: "text" }, { type: "text", text: "null" }, { type: "text", text: "ok" }] },
      ],
    ]);
  });
});
