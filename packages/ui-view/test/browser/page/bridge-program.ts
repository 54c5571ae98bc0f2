// A host page made with the official host library: nothing of ours but the proxy in its frame.
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

declare global {
  interface Window {
    /** What happened, in order. */
    readonly story: string[];
    showInBridge(url: string, html?: string): Promise<void>;
  }
}

Object.assign(window, {
  story: [],
  async showInBridge(url: string, html?: string) {
    const frame = document.createElement("iframe");
    frame.sandbox.add("allow-scripts", "allow-same-origin", "allow-forms");
    document.body.append(frame);
    const { contentWindow } = frame;
    if (contentWindow === null) throw new Error("The frame has no window.");

    const bridge = new AppBridge(null, { name: "bridge", version: "1" }, { openLinks: {}, serverTools: {} });
    bridge.addEventListener("sandboxready", () => {
      window.story.push("sandboxready");
      if (html !== undefined) void bridge.sendSandboxResourceReady({ html });
    });
    bridge.addEventListener("initialized", () => {
      window.story.push("initialized");
      void bridge.sendToolInput({ arguments: {} });
      void bridge.sendToolResult({
        content: [{ type: "text", text: "tea, honey" }],
        structuredContent: { items: ["tea", "honey"] },
      });
    });
    bridge.oncalltool = async ({ name, arguments: args }) => {
      window.story.push(`call ${name} ${JSON.stringify(args)}`);
      return { content: [{ type: "text", text: "Bought tea." }] };
    };
    await bridge.connect(new PostMessageTransport(contentWindow, contentWindow));
    frame.src = url;
  },
});
