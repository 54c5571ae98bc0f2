import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { McpTransportPool } from "@x/mcp";
import { realCommand } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callApp } from "./stage/call-app.ts";
import {
  mapApp,
  type OfficialApp,
  openAppServers,
  pdfApp,
  strictApps,
  threeApp,
} from "./stage/official-apps.ts";
import { middlePixel } from "./stage/pixel.ts";
import type { Layout } from "./stage/sandbox-origin.ts";
import { smallPdf } from "./stage/small-pdf.ts";
import { openStage, type Stage } from "./stage/stage.ts";
import type { Showing, ShownView, StagePage } from "./stage/stage-page.ts";

const chromium = await realCommand("chromium", "apt-get install chromium");
const patience = { timeout: 20_000 };
const red = [255, 0, 0, 255];

/** The MCP Apps that the specification's authors publish, unchanged, from their servers to the screen. */
describe.skipIf(!chromium)("the official apps", { timeout: 90_000 }, () => {
  let folder: string;
  let pdf: OfficialApp;
  let pool: McpTransportPool;
  let stage: Stage;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "x-apps-"));
    const file = path.join(folder, "small.pdf");
    await writeFile(file, smallPdf("A line of the test"));
    pdf = pdfApp(file);
    pool = openAppServers([...strictApps, pdf, threeApp, mapApp], { pdf: [file] });
    await pool.connect();
    stage = await openStage({ servers: (serverId) => pool.server(serverId) });
  });
  afterAll(async () => {
    await stage?.[Symbol.asyncDispose]();
    await pool?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function show(
    page: StagePage,
    app: OfficialApp,
    layout: Layout,
    more: Partial<Showing> = {},
  ): Promise<ShownView> {
    const called = await callApp(pool, app);
    const view = await page.show({ ...called, id: app.server, layout, approve: "always", ...more });
    // A browser gives no time for drawing to a frame that nobody can see.
    await page.page.locator(`#${view.id}`).scrollIntoViewIfNeeded();
    return view;
  }

  describe.each<Layout>(["proxy", "proxy-html"])("in the layout %s", (layout) => {
    test("seven of ten run under the strict policy, and show what their tools said", async () => {
      await using page = await stage.open();
      for (const app of strictApps) {
        const view = await show(page, app, layout);
        await view.until("ready");
        const frame = await view.frame();
        await expect.poll(() => frame.evaluate("document.body.innerText"), patience).toMatch(app.shows);
        expect(await view.notes("error")).toEqual([]);
      }
      expect(page.refusals).toEqual([]);
      await expect.poll(() => middlePixel(page.page.locator("#shadertoy iframe")), patience).toEqual(red);
    });

    test("two say themselves what the strict policy refuses them, and run under the compat one", async () => {
      await using page = await stage.open();
      const text = async (view: ShownView) => (await view.frame()).evaluate("document.body.innerText");
      for (const [app, reason] of [
        [threeApp, /'unsafe-eval' is not an allowed source of script/],
        [pdf, /Failed to fetch dynamically imported module: data:text\/javascript/],
      ] as const) {
        const strict = await show(page, app, layout, { id: `${app.server}-strict` });
        await expect.poll(() => text(strict), patience).toMatch(reason);
        const compat = await show(page, app, `${layout}-compat` as Layout);
        await compat.until("ready");
        await expect.poll(() => text(compat), patience).toMatch(app.shows);
      }
      await expect.poll(() => middlePixel(page.page.locator("#threejs iframe")), patience).toEqual(red);
    });

    test("one that waits for a CDN gives way to a card with the phase and the tool's text", async () => {
      await using page = await stage.open();
      const view = await show(page, mapApp, layout, { settings: { limits: { initTimeoutMs: 3_000 } } });
      expect((await view.until("error")).detail).toMatchObject({ phase: "view", reason: "timeout" });
      expect(await view.card()).toMatch(/phase: view[\s\S]*Displaying globe at: W:-0\.5000/);
      expect(await view.state()).toBe("failed");
      expect(await page.page.locator("#map iframe").count()).toBe(0);
    });
  });

  test("a tool for apps only is polled by its app, is approved once, and is nothing for a model", async () => {
    const [app] = strictApps.filter(({ server }) => server === "system-monitor");
    if (app === undefined) throw new Error("There is no such app.");
    await using page = await stage.open();
    const view = await show(page, app, "proxy");
    const polls = async () => (await view.notes("callTool")).map(({ detail }) => detail);
    await expect.poll(async () => (await polls()).length, patience).toBeGreaterThan(1);
    expect((await polls()).slice(0, 2)).toMatchObject([
      { tool: "poll-system-stats", approvedBy: "remembered" },
      { tool: "poll-system-stats", approvedBy: "remembered" },
    ]);
    expect(await view.notes("approve")).toHaveLength(1);
  });
});
