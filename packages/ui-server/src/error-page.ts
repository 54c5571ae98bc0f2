import { escapeHtml } from "./document/escape-html.ts";
import { styleSource } from "./document/style-hash.ts";
import { type McpSandboxRefusal, refusals } from "./refusal.ts";
import type { Theme } from "./theme/theme.ts";

/** A page for people, without a script. */
export interface ErrorPage {
  readonly status: number;
  readonly html: string;
  readonly csp: string;
}

const layout = [
  "body{margin:0;padding:1rem;font:1rem/1.5 var(--font-sans,system-ui,sans-serif);",
  "color:var(--color-text-primary,CanvasText);background:var(--color-background-primary,Canvas)}",
  "h1{margin:0 0 .25rem;font-size:1rem;font-weight:600}",
  "p{margin:0}",
].join("");

/** The page of a refusal. It names nothing of the request. */
export async function errorPage(
  code: McpSandboxRefusal,
  theme: Theme | undefined,
  frameAncestors: readonly string[],
): Promise<ErrorPage> {
  const { status, title, advice } = refusals[code];
  const css = (theme?.css ?? ":root{color-scheme:light dark}") + layout;
  const name = theme === undefined ? "" : ` data-theme="${theme.name}"`;
  const html = [
    `<!doctype html><html lang="en"${name}><head><style>${css}</style><meta charset="utf-8">`,
    `<title>${escapeHtml(title)}</title></head><body><main data-refusal="${code}">`,
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(advice)}</p></main></body></html>`,
  ].join("");
  const csp = [
    "default-src 'none'",
    `style-src ${await styleSource(css)}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.join(" ")}`,
    "sandbox",
  ].join("; ");
  return { status, html, csp };
}
