import { escapeHtml } from "../document/escape-html.ts";
import { proxyScript } from "./proxy-script.ts";

/** What the server tells the proxy's script; nothing of it comes from the browser. */
export interface ProxyConfig {
  readonly hostOrigin: string;
  /** Where the view is; absent where the host brings the document. */
  readonly viewUrl?: string;
  /** `null` for an opaque origin. */
  readonly viewOrigin: string;
  /** Tokens of the view's frame. */
  readonly sandbox: string;
  /** Permissions of the view's frame. */
  readonly allow: string;
  readonly maxMessageLength: number;
  readonly maxDocumentLength: number;
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
}

const layout =
  "html,body{margin:0;height:100%;overflow:hidden;background:transparent}iframe{display:block;width:100%;height:100%;border:0}";

/** How the proxy page looks, and what lets it. */
export interface ProxyLook {
  readonly title: string;
  /** That of the view: a frame of another color scheme than the document in it is painted opaque. */
  readonly colorScheme: string | undefined;
  /** Allows the page's own script and style; without one its policy allows inline ones. */
  readonly nonce: string | undefined;
}

/** The proxy page. */
export function proxyPage(config: ProxyConfig, { title, colorScheme = "normal", nonce }: ProxyLook): string {
  const mark = nonce === undefined ? "" : ` nonce="${nonce}"`;
  const data = JSON.stringify(config).replaceAll("<", "\\u003c");
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
    `<style${mark}>:root{color-scheme:${colorScheme}}${layout}</style><script type="application/json" id="config">${data}</script></head>`,
    `<body><script${mark}>${proxyScript}</script></body></html>`,
  ].join("");
}
