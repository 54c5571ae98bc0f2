import { findCommand } from "@x/tooling/real-parts";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import type { Wiki } from "../../src/open-wiki.ts";
import { servePage, type TestPage } from "../fixtures/served-page.ts";
import { testServers } from "../fixtures/test-servers.ts";
import { testWiki } from "../fixtures/test-wiki.ts";

/** Screens that the page is made for. */
export const desktop = { width: 1280, height: 860 } as const;
/** A phone held upright. */
export const phone = { width: 390, height: 844 } as const;

/** A page in a browser of its own context; disposing it fails where the browser complained of anything. */
export interface StagePage extends AsyncDisposable {
  readonly page: Page;
  /**
   * Complaints that the test expects: what was said until now is forgotten, and what fits is ignored from now on too,
   * for the browser may say it later than the page shows it.
   */
  forgive(expected?: RegExp): void;
}

/** The served app and a browser to look at it with. */
export interface Stage extends AsyncDisposable {
  readonly app: TestPage;
  /** Opens the address that the app prints, or another path of it. */
  open(options?: BrowserContextOptions, address?: string): Promise<StagePage>;
}

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Serves the page and starts the browser. By itself over the default servers with the odd and broken ones beside them;
 * else over this wiki, whose servers are connected when it resolves.
 */
export async function openStage(wiki?: Promise<Wiki>): Promise<Stage> {
  const app = await servePage(wiki ?? testWiki({ servers: testServers(), withDefaults: true }));
  const [browser] = await Promise.all([launch(), app.wiki.fleet.connect()]);
  return {
    app,
    open: (options = {}, address = app.served.url) =>
      openPage(browser, { viewport: desktop, ...options }, address),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await app[Symbol.asyncDispose]();
    },
  };
}

/** Views are denied every feature of any browser by name; one that a browser does not know costs a line in its log. */
const unknownFeature = /^Error with Permissions-Policy header: Unrecognized feature: '[\w-]+'\.$/;

function launch(): Promise<Browser> {
  const executablePath = findCommand("chromium");
  if (executablePath === undefined) throw new Error("There is no chromium.");
  return chromium.launch({ executablePath, args: flags });
}

async function openPage(
  browser: Browser,
  options: BrowserContextOptions,
  address: string,
): Promise<StagePage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  let complaints: string[] = [];
  const forgiven: RegExp[] = [];
  page.on("console", (message) => {
    const isComplaint = message.type() === "error" || message.type() === "warning";
    if (isComplaint && !unknownFeature.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(address);
  return {
    page,
    forgive(expected) {
      complaints = [];
      if (expected !== undefined) forgiven.push(expected);
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      expect(complaints.filter((text) => !forgiven.some((one) => one.test(text)))).toEqual([]);
    },
  };
}

/** Opens the page and goes to the board of servers. */
export async function openBoard(stage: Stage, options?: BrowserContextOptions): Promise<StagePage> {
  const opened = await stage.open(options);
  await goTo(opened.page, "#/servers");
  return opened;
}

/** Goes to a view by its address, as a link would. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

/** Goes to a tool's view and runs it with what its form holds. */
export async function runTool(page: Page, tool: string): Promise<void> {
  await goTo(page, `#/tools/${tool}`);
  await page.getByRole("heading", { level: 1, name: tool.split("__")[1] ?? tool, exact: true }).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
}
