import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

/** What the test gives the page. */
export interface BridgeShowing {
  readonly url: string;
  readonly html: string;
  readonly result: { readonly content: [] };
}

declare global {
  interface Window {
    showWithBridge: (showing: BridgeShowing) => Promise<void>;
    callTool: (name: string, args: unknown) => Promise<{ content: [] }>;
  }
}

/** A page whose host is the official bridge: it knows the protocol of the specification and nothing of ours. */
window.showWithBridge = async ({ url, html, result }) => {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
  frame.style.cssText = "width:600px;height:400px";
  frame.src = url;
  document.body.append(frame);
  const target = frame.contentWindow;
  if (target === null) throw new Error("The frame has no window.");
  const bridge = new AppBridge(null, { name: "test", version: "1" }, { serverTools: {} });
  bridge.oncalltool = ({ name, arguments: args }) => window.callTool(name, args);
  bridge.addEventListener("sandboxready", () => void bridge.sendSandboxResourceReady({ html }));
  const initialized = new Promise<void>((resolve) => bridge.addEventListener("initialized", () => resolve()));
  await bridge.connect(new PostMessageTransport(target, target));
  await initialized;
  await bridge.sendToolInput({ arguments: {} });
  await bridge.sendToolResult(result);
};
