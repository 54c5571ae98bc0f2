import axe from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { approval, ask, ended, lastTurn, say } from "./agent.ts";
import { desktop, goTo, openBoard, phone, runTool, type Stage } from "./stage.ts";

const views = [
  "#/",
  "#/pages/tides",
  "#/pages/nowhere",
  "#/edit/tides",
  "#/new",
  "#/servers",
  "#/add-servers",
  "#/servers/odd",
  "#/servers/exits",
  "#/tools/odd__every-field",
  "#/tools/memory__create_entities",
  "#/tools/nobody__nothing",
] as const;

/** Widths, themes, keyboard and accessibility. */
export function lookingFinished(stage: () => Stage): void {
  test("on a phone one thing is shown at a time, from the board to a result and back", async () => {
    await using opened = await stage().open({ viewport: phone, hasTouch: true, isMobile: true });
    const { page } = opened;
    await page
      .getByRole("navigation", { name: "Sections" })
      .getByRole("link", { name: /Servers/ })
      .tap();
    await page.locator("[data-server='filesystem'] a").first().tap();
    await page.getByRole("heading", { name: "filesystem", level: 1 }).waitFor();
    expect(await page.getByRole("navigation", { name: "Servers and tools" }).isVisible()).toBe(false);
    await page.getByRole("link", { name: /^read_text_file/ }).tap();
    await page.getByRole("button", { name: "Run", exact: true }).tap();
    const result = page.getByRole("figure", { name: "text block" }).first();
    await result.waitFor();
    await expect.poll(() => inViewport(page, ".run")).toBe(true);
    await page.getByRole("link", { name: "← All servers" }).tap();
    await page.locator("[data-server='filesystem']").waitFor();
  });

  test.each([
    ["a phone", phone],
    ["a desktop", desktop],
  ])("nothing is wider than %s", async (_, viewport) => {
    await using opened = await openBoard(stage(), { viewport });
    const { page } = opened;
    await page.locator("[data-server='odd'][data-state='connected']").waitFor();
    for (const view of views) {
      await goTo(page, view);
      await page.locator(".main > :not(.back)").first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        viewport.width,
      );
    }
    for (const tool of ["odd__every-block", "everything__get-env"]) {
      await runTool(page, tool);
      await page.locator(".block").first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        viewport.width,
      );
    }
  });

  test("follows the system's theme, and a chosen one stays after a reload", async () => {
    await using opened = await stage().open({ colorScheme: "dark" });
    const { page } = opened;
    const dark = await background(page);
    await page.getByRole("combobox", { name: "Theme" }).selectOption("light");
    const light = await background(page);
    expect(light).not.toBe(dark);
    await page.reload();
    await page.getByRole("combobox", { name: "Theme" }).waitFor();
    expect(await background(page)).toBe(light);
  });

  test("everything is done by keyboard alone", async () => {
    await using opened = await openBoard(stage());
    const { page } = opened;
    await page.locator("[data-server='everything'][data-state='connected']").waitFor();
    await page.reload();
    await page.getByRole("link", { name: /Read a wiki page/ }).waitFor();
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("Skip to the page");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toContain("Add a server");
    await page.keyboard.press("Tab");
    expect(await focused(page)).toContain("Read a wiki page");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: /^path/ }).focus();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("figure", { name: "text block" }).first().waitFor();
  });

  describe.each(["light", "dark"] as const)("in the %s theme", (colorScheme) => {
    test.each([
      ["a desktop", desktop],
      ["a phone", phone],
    ])("axe finds no fault in the conversation and the search on %s", async (_, viewport) => {
      await stage().app.ask("/api/chat", { method: "DELETE" });
      await using opened = await stage().open({ viewport, colorScheme, reducedMotion: "reduce" });
      const { page } = opened;
      await page.evaluate(axe.source);
      await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search for" }).fill("water");
      await page.getByRole("option", { name: /Tides/ }).waitFor();
      expect(await faults(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      if (viewport === phone) await page.keyboard.press("Control+j");
      await say(page, "/call odd__every-block");
      await approval(page).waitFor();
      expect(await faults(page)).toEqual([]);
      await approval(page).getByRole("button", { name: "Allow", exact: true }).click();
      await ended(page);
      await say(page, "/call everything__get-sum");
      await page.getByRole("article", { name: "Question of the agent" }).waitFor();
      expect(await faults(page)).toEqual([]);
      await page.getByRole("button", { name: "Stop" }).click();
      await ended(page);
      await ask(page, "Draw a diagram of Sourdough");
      await lastTurn(page).locator(".diagram[data-state='drawn']").waitFor();
      expect(await faults(page)).toEqual([]);
      await stage().app.ask("/api/chat", { method: "DELETE" });
    });

    test("axe finds no fault in any view", async () => {
      await using opened = await openBoard(stage(), { colorScheme, reducedMotion: "reduce" });
      const { page } = opened;
      await page.locator("[data-server='odd'][data-state='connected']").waitFor();
      await page.evaluate(axe.source);
      for (const view of views) {
        await goTo(page, view);
        await page.locator(".main > :not(.back)").first().waitFor();
        expect(await faults(page)).toEqual([]);
      }
      await runTool(page, "odd__every-block");
      await page.locator(".block").first().waitFor();
      await runTool(page, "odd__every-field");
      await page.locator(".field-issues p").first().waitFor();
      expect(await faults(page)).toEqual([]);
    });
  });
}

function faults(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
}

function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.textContent);
}

function inViewport(page: Page, selector: string): Promise<boolean> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top } = element.getBoundingClientRect();
      return top >= 0 && top < innerHeight;
    });
}
