import type { Browser, Frame, Page } from "playwright-core";
import { hostileView } from "../views/hostile-view.ts";
import { type Attacker, startAttacker } from "./attacker.ts";
import { launchBrowser } from "./browser.ts";
import { type NaivePage, startNaiveHost } from "./naive-host.ts";
import { startSandboxOrigin } from "./sandbox-origin.ts";

/** What holds the hostile view: nothing, which is the control of the corpus, or our handler in one of its layouts. */
export type Hold = "a bare frame" | "proxy" | "proxy-html" | "direct";

/** A page of the naive host with hostile views, and what was said about it. */
export interface NaiveView extends AsyncDisposable {
  readonly page: Page;
  /** The views' own frames. */
  readonly views: readonly Frame[];
  /** What the browser complains of: what it refused, and why. */
  readonly refusals: readonly string[];
  readonly dialogs: readonly string[];
}

/** Three origins and a browser: the naive host, our sandbox, the attacker. */
export interface NaiveStage extends AsyncDisposable {
  readonly attacker: Attacker;
  /** Opens a page with `count` patient views, all of them ready. */
  open(hold: Hold, count?: number): Promise<NaiveView>;
  /** Opens a page with a view that navigates away while it loads. */
  openHasty(hold: Hold): Promise<NaiveView>;
  /** Resolves when whatever left the browser before has reached the attacker. */
  allArrived(): Promise<void>;
}

/** Opens the stage. */
export async function openNaiveStage(): Promise<NaiveStage> {
  const attacker = await startAttacker();
  const host = await startNaiveHost();
  const sandbox = await startSandboxOrigin(host.origin);
  const documents = { patient: hostileView(attacker), hasty: hostileView(attacker, "location-href") };
  for (const [name, text] of Object.entries(documents)) {
    host.serve(`/${name}`, text);
    sandbox.serve({ uri: `ui://hostile/${name}`, mimeType: "text/html;profile=mcp-app", text });
  }
  const browser = await launchBrowser();
  const canary = await browser.newPage();
  await canary.goto(host.origin);

  async function describe(hold: Hold, name: keyof typeof documents, count: number): Promise<NaivePage> {
    const layout = hold === "a bare frame" ? undefined : hold;
    const frame =
      layout === undefined ? `/${name}` : await sandbox.mint(layout, `ui://hostile/${name}`, host.origin);
    const frames = Array.from({ length: count }, () => frame);
    if (layout === undefined) return { frames };
    if (layout === "direct")
      return { frames, sandbox: "allow-scripts allow-forms", policy: `frame-src 'self' ${sandbox.origin}` };
    const html = layout === "proxy-html" ? { html: documents[name] } : {};
    return { frames, sandbox: "allow-scripts allow-same-origin allow-forms", ...html };
  }

  async function open(hold: Hold, name: keyof typeof documents, count: number): Promise<NaiveView> {
    const opened = await openPage(browser, host.page(await describe(hold, name, count)));
    if (name === "hasty") return { ...opened, views: [] };
    const ready = "heard.filter((method) => method === 'ui/notifications/initialized').length";
    await opened.page.waitForFunction(`${ready} === ${count}`);
    const handles = await opened.page.locator("iframe.view").elementHandles();
    const outer = await Promise.all(handles.map((handle) => handle.contentFrame()));
    const views = outer.map((frame) => frame?.childFrames().at(0) ?? frame).filter((frame) => frame !== null);
    return { ...opened, views };
  }

  return {
    attacker,
    open: (hold, count = 1) => open(hold, "patient", count),
    openHasty: (hold) => open(hold, "hasty", 1),
    async allArrived() {
      await canary.evaluate((url) => fetch(url), `${attacker.origin}/hit/canary.txt`);
      await attacker.hit("canary");
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      for (const part of [sandbox, host, attacker]) await part[Symbol.asyncDispose]();
    },
  };
}

async function openPage(browser: Browser, address: string): Promise<Omit<NaiveView, "views">> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const refusals: string[] = [];
  const dialogs: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") refusals.push(message.text());
  });
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(address);
  return { page, refusals, dialogs, [Symbol.asyncDispose]: () => context.close() };
}
