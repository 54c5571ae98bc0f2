import { realCommand } from "@x/tooling/real-parts";
import axe from "axe-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStage, type Stage } from "./stage/stage.ts";
import type { ShownView, StagePage } from "./stage/stage-page.ts";
import { puppetView } from "./views/puppet-view.ts";
import { viewPage } from "./views/view-page.ts";

const chromium = await realCommand("chromium", "apt-get install chromium");

/** What axe finds on the page around a view; what is in the view is the server's own. */
describe.skipIf(!chromium).each(["light", "dark"] as const)(
  "<mcp-view> for everybody, in %s",
  (colorScheme) => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage();
    });
    afterAll(() => stage?.[Symbol.asyncDispose]());

    const faults = async ({ page }: StagePage): Promise<readonly string[]> => {
      await page.evaluate(axe.source);
      return page.evaluate(async () => {
        const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
          iframes: false,
          // One `<dialog>` is a group in the page and a dialog over it: in another parent its frame would load anew.
          rules: { "aria-allowed-role": { enabled: false } },
        });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
      });
    };
    const started = async (shown: ShownView): Promise<void> => {
      await (await shown.frame()).evaluate(
        "void app.start({ availableDisplayModes: ['inline', 'fullscreen'] })",
      );
      await shown.until("ready");
    };

    test("has no fault while it loads, when it is up, when it fills the page, and when it failed", async () => {
      await using page = await stage.open({ colorScheme, reducedMotion: "reduce" });
      const settings = { theme: colorScheme } as const;
      const shown = await page.show({ view: puppetView, settings });
      expect(await faults(page)).toEqual([]);
      await started(shown);
      expect(await faults(page)).toEqual([]);
      await page.page.evaluate((id) => window.viewElement(id).setDisplayMode("fullscreen"), shown.id);
      await page.page.locator(`#${shown.id}[display-mode=fullscreen]`).waitFor({ state: "attached" });
      expect(await faults(page)).toEqual([]);
      await page.page.keyboard.press("Escape");
      await page.page.locator(`#${shown.id}[display-mode=inline]`).waitFor({ state: "attached" });

      const silent = viewPage("silent", []);
      const failed = await page.show({
        view: silent,
        settings: { ...settings, limits: { initTimeoutMs: 500 } },
      });
      await failed.until("error");
      expect(await faults(page)).toEqual([]);
    });
  },
);
