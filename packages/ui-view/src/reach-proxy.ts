import { type FrameChannel, openFrameChannel } from "./frame-channel.ts";
import type { McpViewErrorReason } from "./mcp-view-events.ts";
import type { McpViewMintContext, McpViewSandbox } from "./mcp-view-sandbox.ts";
import { proxyAddress } from "./view-frame.ts";

/** What a proxy is needed for. */
export interface ProxyNeeds {
  readonly frame: HTMLIFrameElement;
  readonly sandbox: McpViewSandbox;
  readonly context: McpViewMintContext;
  /** What the proxy must know of the document beside its html. */
  readonly policy: Readonly<Record<string, unknown>>;
  /** The address is known: now the frame may load it. */
  insert(): void;
  /** Something was heard of the proxy: it can take messages, has loaded the view, or is still at it. */
  progress(of: "ready" | "loaded" | "work"): void;
  /** A message of the view. */
  heard(message: unknown): void;
  failed(reason: McpViewErrorReason, message: string, cause?: unknown): void;
  /** The proxy told of something that is no reason to give up. */
  noted(what: string): void;
}

/** The proxy's end of a view. */
export interface ReachedProxy extends Disposable {
  post(message: unknown): void;
}

/** What a proxy says of itself, unchecked. */
interface Told {
  readonly phase?: unknown;
  readonly code?: unknown;
  readonly fatal?: unknown;
}

const reserved = "ui/notifications/sandbox-";
const maxProgress = 20;

/** Mints the address, loads the proxy and speaks with it (SEP-1865, Sandbox proxy), until it is disposed. */
export function reachProxy(needs: ProxyNeeds): ReachedProxy {
  const { frame, sandbox, context } = needs;
  const { signal } = context;
  let channel: FrameChannel | undefined;
  let loads = 0;
  let said = 0;
  let ready = false;

  frame.addEventListener("load", () => {
    loads += 1;
    if (loads > 1 && !signal.aborted) needs.failed("navigated", "The frame of the proxy was navigated.");
  });

  /** What is thrown ends the view, unless nobody waits for it any more. */
  function attempt(step: Promise<void>): void {
    step.catch((cause: unknown) => {
      if (!signal.aborted) needs.failed("sandbox", "The sandbox cannot be reached.", cause);
    });
  }

  async function load(): Promise<void> {
    const { defaultView } = frame.ownerDocument;
    const given = "url" in sandbox ? sandbox.url : await sandbox.mint(context);
    if (signal.aborted || defaultView === null) return;
    const { href, origin } = proxyAddress(given, defaultView);
    channel = openFrameChannel({
      frame,
      window: defaultView,
      origin,
      heard,
      stray: () => needs.failed("navigated", "The frame speaks from another origin than the proxy's."),
    });
    frame.src = href;
    needs.insert();
    needs.progress("work");
  }

  async function handOver(): Promise<void> {
    if (sandbox.html === undefined) return;
    const html = await sandbox.html();
    const params = { html, sandbox: "allow-scripts allow-forms", ...needs.policy };
    if (!signal.aborted) channel?.post({ jsonrpc: "2.0", method: `${reserved}resource-ready`, params });
  }

  function heard(message: unknown): void {
    const { method, params } = (message ?? {}) as {
      readonly method?: unknown;
      readonly params?: Told | null;
    };
    if (typeof method === "string" && method.startsWith(reserved))
      told(method.slice(reserved.length), params ?? {});
    else needs.heard(message);
  }

  function told(what: string, params: Told = {}): void {
    if (what === "proxy-ready" && !ready) {
      ready = true;
      attempt(handOver());
      needs.progress("ready");
    } else if (what === "progress" && ++said <= maxProgress)
      needs.progress(params.phase === "view-loaded" ? "loaded" : "work");
    else if (what === "error" && params.fatal === true) gaveUp(String(params.code));
    else needs.noted(what === "error" ? `proxy: ${String(params.code).slice(0, 64)}` : what.slice(0, 64));
  }

  function gaveUp(code: string): void {
    const reason = code === "navigated" ? code : code === "flooded" ? "flood" : "proxy";
    needs.failed(reason, `The sandbox proxy gave up (${code.slice(0, 64)}).`);
  }

  // later, so that whoever asks has its answer first
  attempt(Promise.resolve().then(load));
  return {
    post: (message) => channel?.post(message),
    [Symbol.dispose]: () => channel?.[Symbol.dispose](),
  };
}
