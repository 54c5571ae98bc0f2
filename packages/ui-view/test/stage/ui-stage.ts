import path from "node:path";
import type { Browser, BrowserContextOptions, Frame, Page } from "playwright-core";
import { expect } from "vitest";
import { launchBrowser } from "../browser/stage/browser.ts";
import { bundlePage } from "./bundle-page.ts";
import type { LogEntry, ShowOptions } from "./page-program.ts";
import { plainProxyPage } from "./plain-proxy.ts";
import { serveRequests } from "./serve-requests.ts";
import { waitInside } from "./wait-inside.ts";

/** A view on a page of the stage. */
export interface ShownView {
  /** The element's and the broker's log so far. */
  log(type?: string): Promise<readonly LogEntry[]>;
  /** Resolves when something was logged; the first entry of that type. */
  logged(type: string): Promise<LogEntry>;
  /** The frame of the view's own document; waits for it. */
  document(): Promise<Frame>;
  /** The id of that document: another one means that it was loaded anew. */
  documentId(): Promise<string>;
  /** Box of the element's frame, in pixels. */
  box(): Promise<{ readonly width: number; readonly height: number }>;
  state(): Promise<string | null>;
}

/** A page of the stage. Disposing it fails where the browser complained of anything. */
export interface UiPage extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: string[];
  show(options: ShowOptions): Promise<ShownView>;
  shown(id: string): ShownView;
}

/** A host page and a sandbox on two sites, and a browser to look at them with. */
export interface UiStage extends AsyncDisposable {
  readonly host: string;
  readonly sandbox: string;
  /** Views by the name that {@link ShowOptions} uses. */
  readonly views: Map<string, string>;
  readonly browser: Browser;
  open(options?: BrowserContextOptions): Promise<UiPage>;
}

/** Starts everything; `program` is the module that the host page runs. */
export async function openUiStage(
  program: string = path.join(import.meta.dirname, "view-page.ts"),
  alias: Readonly<Record<string, string>> = {},
): Promise<UiStage> {
  const views = new Map<string, string>();
  const script = await bundlePage(program, alias);
  const html = (body: string | undefined, headers: Record<string, string> = {}) =>
    body === undefined
      ? undefined
      : new Response(body, { headers: { "content-type": "text/html; charset=utf-8", ...headers } });

  const host = await serveRequests("localhost", ({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === "/app.js")
      return new Response(script, { headers: { "content-type": "text/javascript" } });
    if (pathname.startsWith("/view/")) return html(views.get(pathname.slice(6)));
    if (pathname === "/")
      return html(hostPage(sandbox.origin), { "content-security-policy": hostPolicy(sandbox.origin) });
    return undefined;
  });
  const sandbox = await serveRequests("127.0.0.1", ({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === "/proxy") return html(plainProxyPage(host.origin));
    if (pathname.startsWith("/view/")) return html(views.get(pathname.slice(6)));
    return undefined;
  });
  const browser = await launchBrowser();

  return {
    host: host.origin,
    sandbox: sandbox.origin,
    views,
    browser,
    async open(options = {}) {
      const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...options });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("console", (message) => {
        const told = message.type() === "error" || message.type() === "warning";
        // a policy may deny what this browser does not even have
        if (told && !message.text().includes("Unrecognized feature")) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto(host.origin);
      return {
        page,
        complaints,
        async show(shown) {
          await page.evaluate((given) => void window.show(JSON.parse(given)), JSON.stringify(shown));
          return viewOn(page, shown.id);
        },
        shown: (id) => viewOn(page, id),
        async [Symbol.asyncDispose]() {
          await context.close();
          expect(complaints).toEqual([]);
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await host[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
    },
  };
}

/** A host that takes care: strict about scripts and styles, and framing nothing but sandboxes. */
function hostPolicy(sandbox: string): string {
  return `default-src 'none'; script-src 'self' 'nonce-stage'; connect-src 'self'; frame-src ${sandbox} http://127.0.0.1:*; img-src data:`;
}

function hostPage(sandbox: string): string {
  return `<!doctype html><html lang="en"><head><title>host</title><link rel="icon" href="data:,">
<script nonce="stage">window.sandboxOrigin = ${JSON.stringify(sandbox)};</script>
<script nonce="stage" type="module" src="/app.js"></script></head><body><main id="main"></main></body></html>`;
}

function viewOn(page: Page, id: string): ShownView {
  const log = async (type?: string) => {
    const entries = await page.evaluate((of) => window.log.filter((entry) => entry.id === of), id);
    return entries.filter((entry) => type === undefined || entry.type === type);
  };
  const documentFrame = async (): Promise<Frame> => {
    const proxy = await page.locator(`#${id} iframe`).elementHandle();
    const outer = await proxy?.contentFrame();
    await expect.poll(() => outer?.childFrames().length).toBe(1);
    const frame = outer?.childFrames()[0];
    if (frame === undefined) throw new Error(`The view ${id} has no document.`);
    await waitInside(frame, "globalThis.documentId !== undefined");
    return frame;
  };
  return {
    log,
    async logged(type) {
      await page.waitForFunction(
        ([of, wanted]) => window.log.some((entry) => entry.id === of && entry.type === wanted),
        [id, type] as const,
      );
      return (await log(type))[0] as LogEntry;
    },
    document: documentFrame,
    documentId: async () => String(await (await documentFrame()).evaluate("globalThis.documentId")),
    async box() {
      const box = await page.locator(`#${id} iframe`).boundingBox();
      return { width: box?.width ?? 0, height: box?.height ?? 0 };
    },
    state: () => page.locator(`#${id}`).getAttribute("state"),
  };
}
