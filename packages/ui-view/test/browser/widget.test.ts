import { realCommand } from "@x/tooling/real-parts";
import { createMcpSandboxHandler } from "@x/ui-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitInside } from "../stage/wait-inside.ts";
import { startAttacker } from "./stage/attacker.ts";
import { openStage, type Stage } from "./stage/stage.ts";
import { hostileView } from "./views/hostile-view.ts";
import { viewPage } from "./views/view-page.ts";

const chromium = await realCommand("chromium", "apt-get install chromium");

const themed = viewPage("plain", [], "", `<p id="themed" style="color: var(--ns-ink)">a plain widget</p>`);

/** Design B's way: a route of the application itself, a widget's frame at it, and a theme by name. */
describe.skipIf(!chromium)("a widget at a route of the application", () => {
  let stage: Stage;
  const documents = new Map<string, string>([["ui://widgets/themed", themed]]);

  beforeAll(async () => {
    const handler = createMcpSandboxHandler({
      resolveResource: (uri) => documents.get(uri),
      themes: { light: { "--ns-ink": "rgb(1, 2, 3)" }, dark: { "--ns-ink": "rgb(200, 201, 202)" } },
      defaultThemeName: "light",
    });
    stage = await openStage({ routes: { "/mcp-ui": handler } });
  });
  afterAll(() => stage?.[Symbol.asyncDispose]());

  test.each([
    ["light", "rgb(1, 2, 3)"],
    ["dark", "rgb(200, 201, 202)"],
  ])("has the colors of the theme %s from the start", async (theme, color) => {
    await using page = await stage.open();
    const src = `/mcp-ui?uri=${encodeURIComponent("ui://widgets/themed")}`;
    await page.page.evaluate((props) => window.showWidget(props), { src, theme });
    const text = page.page.frameLocator("iframe").locator("#themed");
    expect(await text.evaluate((element) => getComputedStyle(element).color)).toBe(color);
    expect([...page.refusals, ...page.warnings]).toEqual([]);
  });

  test("leaks nothing and reaches nothing, although it comes from the application's own origin", async () => {
    await using attacker = await startAttacker();
    documents.set("ui://widgets/hostile", hostileView(attacker));
    await using page = await stage.open();
    const src = `/mcp-ui?uri=${encodeURIComponent("ui://widgets/hostile")}`;
    await page.page.evaluate((props) => window.showWidget(props), { src, theme: "light" });
    const view = await (await page.page.locator("iframe").elementHandle())?.contentFrame();
    if (view === null || view === undefined) throw new Error("There is no widget.");
    await waitInside(view, "globalThis.leak !== undefined");
    await view.evaluate("leak()");
    const reached = (await view.evaluate("reach()")) as Record<string, unknown>;
    expect(
      Object.entries(reached).filter(([, got]) => got !== null && !/^refused/.test(String(got))),
    ).toEqual([]);
    await page.page.evaluate((url) => fetch(url), `${attacker.origin}/hit/canary.txt`);
    expect((await attacker.hit("canary")).cookie).toBeUndefined();
    expect(attacker.hits.map(({ probe }) => probe)).toEqual(["canary"]);
  });
});
