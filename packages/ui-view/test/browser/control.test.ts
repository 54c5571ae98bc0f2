import { realCommand } from "@x/tooling/real-parts";
import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Attacker, startAttacker } from "./stage/attacker.ts";
import { launchBrowser } from "./stage/browser.ts";
import type { Listening } from "./stage/listen.ts";
import { listenUnguarded, result } from "./stage/unguarded-host.ts";
import { leakNames, navigationKinds, reachNames } from "./views/corpus.ts";
import { hostileView, mark } from "./views/hostile-view.ts";

const chromium = await realCommand("chromium", "apt-get install chromium");

/** The corpus against a host without guards: every probe gets through, or its zero elsewhere means nothing. */
describe.skipIf(!chromium)("where nothing guards", () => {
  let attacker: Attacker;
  let host: Listening;
  let browser: Browser;

  beforeAll(async () => {
    attacker = await startAttacker();
    host = await listenUnguarded(hostileView(attacker));
    browser = await launchBrowser();
  });
  afterEach(() => attacker.forget());
  afterAll(async () => {
    await browser?.close();
    await host?.[Symbol.asyncDispose]();
    await attacker?.[Symbol.asyncDispose]();
  });

  /** Opens the host page and hands out the frame of the view. */
  async function open(): Promise<{ page: Page; view: Frame } & AsyncDisposable> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://localhost:${host.port}/`);
    const view = page.frame("view");
    if (view === null) throw new Error("The host shows no view.");
    return { page, view, [Symbol.asyncDispose]: () => context.close() };
  }

  test("every leak reaches the attacker, with data", async () => {
    await using opened = await open();
    await opened.view.evaluate("leak()");
    await Promise.all(leakNames.filter((name) => name !== "webrtc").map((name) => attacker.hit(name)));
    expect(attacker.hits.filter(({ url }) => !url.includes("secret-of-the-view"))).toEqual([]);
    await expect.poll(() => attacker.packets).toBeGreaterThan(0);
  });

  test("every reach gets hold of something", async () => {
    await using opened = await open();
    const dialogs: string[] = [];
    opened.page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const reached = (await opened.view.evaluate("reach()")) as Record<string, unknown>;
    const { alert, ...others } = reached;
    expect(Object.keys(reached)).toEqual(reachNames);
    expect(dialogs).toEqual([mark]);
    expect(
      Object.entries(others).filter(([, got]) => typeof got !== "string" || /refused/.test(got)),
    ).toEqual([]);
    expect(await opened.page.title()).toBe(mark);
  });

  test.each(navigationKinds)("by %s the attacker's page takes over", async (kind) => {
    await using opened = await open();
    await opened.view.evaluate(`navigate(${JSON.stringify(kind)})`);
    const { url } = await attacker.hit(kind);
    expect(url).toContain("secret-of-the-view");
    // A page that replaced its embedder has nobody left who would tell it anything.
    if (/parent|top/.test(kind)) return;
    await expect.poll(() => attacker.stolen.join()).toContain(result);
  });
});
