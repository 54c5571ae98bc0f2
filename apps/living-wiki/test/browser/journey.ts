import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Frame, Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { approval, ask, ended, lastTurn, say } from "./agent.ts";
import { goTo, phone, type Stage, type StagePage } from "./stage.ts";

/** What somebody does who sees it for the first time, without a network and without a key. Each goes on where the one before was. */
export function journey(stage: () => Stage): void {
  const onDisk = (name: string): Promise<string> =>
    readFile(path.join(stage().app.wiki.pages.folder, name), "utf8");

  test("opens on the wiki, and finds a page with the keyboard alone", async () => {
    await using opened = await stage().open();
    const { page } = opened;
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    await page.keyboard.press("/");
    await page.getByRole("combobox", { name: "Search for" }).pressSequentially("spring tide");
    const found = page.getByRole("option", { name: /Tides/ });
    await found.waitFor();
    await found.locator("mark", { hasText: "spring" }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Tides", level: 1 }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await expect.poll(() => page.title()).toBe("Tides · Living Wiki");
  });

  test("has the page that is open summed up", async () => {
    await using opened = await openTides(stage());
    const turn = await ask(opened.page, "Summarise this page");
    expect(await turn.textContent()).toContain("bulges twice a day");
    await turn.getByRole("article", { name: "Tool wiki__read" }).getByText("done").waitFor();
  });

  test("is asked before a page is written, sees what would change, and sees it change", async () => {
    await using opened = await openTides(stage());
    const { page } = opened;
    const line = "Spring tides come twice a month.";
    await say(page, `/add ${line}`);
    const asked = approval(page);
    await asked.getByRole("group", { name: "What changes" }).getByText(line).waitFor();
    await asked.getByText("Arguments").click();
    expect(await asked.locator("pre").textContent()).toContain('"path": "tides.md"');
    expect(await onDisk("tides.md")).not.toContain(line);
    await asked.getByRole("button", { name: "Allow", exact: true }).click();
    await page.locator(".wiki-page .prose").getByText(line).waitFor();
    await page.getByText("Changed just now").waitFor();
    expect(await onDisk("tides.md")).toContain(line);
    await ended(page);
  });

  test("says no, and nothing is written", async () => {
    await using opened = await openTides(stage());
    const { page } = opened;
    const before = await onDisk("tides.md");
    await say(page, "/add The sea is made of tea.");
    await approval(page).getByRole("button", { name: "Deny" }).click();
    const turn = await ended(page);
    await turn.getByText("you refused it").waitFor();
    expect(await onDisk("tides.md")).toBe(before);
  });

  test("gets a diagram from the real draw.io server, and puts it on the page", async () => {
    await using opened = await stage().open();
    const { page } = opened;
    await goTo(page, "#/pages/sourdough");
    await expect.poll(() => stage().app.wiki.drawio.tool).toBe("drawio__open_drawio_mermaid");
    const turn = await ask(page, "Draw a diagram of this page");
    const drawn = turn.locator(".diagram[data-state='drawn']");
    await drawn.waitFor();
    expect(await pictureWidth(drawn.locator("img"))).toBeGreaterThan(100);
    const link = drawn.getByRole("link", { name: "Open in draw.io" });
    expect(await link.getAttribute("href")).toMatch(/^https:\/\/app\.diagrams\.net\/.*#create=/);
    await say(page, "/put");
    await approval(page).getByRole("button", { name: "Allow", exact: true }).click();
    const figure = page.locator(".wiki-page .diagram[data-state='drawn']");
    await figure.waitFor();
    expect(await pictureWidth(figure.locator("img"))).toBeGreaterThan(100);
    expect(await figure.getByRole("link", { name: "Open in draw.io" }).count()).toBe(1);
    expect(await onDisk("sourdough.md")).toContain("#create=");
    await ended(page);
  });

  test("uses the budget widget, which stays as it is whatever happens around it", async () => {
    await using opened = await stage().open();
    const { page } = opened;
    await ask(page, "Open the budget allocator");
    const view = await viewOf(page, "Budget Allocator");
    const slider = view.locator("input[type=range]").first();
    const figure = view.locator("body");
    const before = await figure.textContent();
    await slider.fill("60");
    await expect.poll(() => figure.textContent()).not.toBe(before);
    await view.evaluate(() => Object.assign(globalThis, { stillTheSame: true }));
    await page.getByRole("combobox", { name: "Theme" }).selectOption("dark");
    await page.getByRole("button", { name: "Agent", exact: true }).click();
    await goTo(page, "#/servers");
    await page.locator("[data-server]").first().waitFor();
    await page.getByRole("button", { name: "Agent", exact: true }).click();
    await ask(page, "/help");
    expect(await slider.inputValue()).toBe("60");
    expect(await view.evaluate(() => Reflect.get(globalThis, "stillTheSame"))).toBe(true);
    await page.getByRole("combobox", { name: "Theme" }).selectOption("system");
  });

  test("kills a server and watches it return", async () => {
    await using opened = await stage().open();
    const { page } = opened;
    await goTo(page, "#/servers/budget-allocator");
    const card = page.locator("[data-server='budget-allocator']");
    await card.and(page.locator("[data-state='connected']")).waitFor();
    await page.getByRole("button", { name: "Kill" }).click();
    await page
      .getByText(/→ reconnecting/)
      .first()
      .waitFor();
    await card.and(page.locator("[data-state='connected']")).waitFor();
    await card.getByText("1 restart").waitFor();
    const turn = await ask(page, "Open the budget allocator");
    await turn.locator("mcp-view[state='ready']").waitFor();
    opened.forgive(/^Failed to load resource/); // views of the conversation could not be read in between
  });

  test("pastes a broken server, reads what is wrong with it, mends it and adds it", async () => {
    await using opened = await stage().open();
    const { page } = opened;
    await goTo(page, "#/servers");
    await page.getByRole("link", { name: "Add a server" }).click();
    const field = page.getByRole("textbox", { name: /^Declaration/ });
    const add = page.getByRole("button", { name: "Add this server" });
    await field.fill('{ "mcpServers": { "extra": { "comand": "node" } } }');
    await page.getByText(/Did you mean "?command"?/).waitFor();
    await page.getByText(/line 1/).waitFor();
    expect(await add.isDisabled()).toBe(true);
    await field.fill(
      '{ "mcpServers": { "extra": { "command": "node", "args": ["-e", "process.exit(3)"] } } ',
    );
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    await field.fill(
      '{ "mcpServers": { "extra": { "command": "node", "args": ["-e", "process.exit(3)"] } } }',
    );
    await page.getByText("One server is ready.").waitFor();
    await page.getByRole("radio", { name: /bubblewrap/ }).waitFor();
    await add.click();
    await page.getByRole("heading", { name: "extra", level: 1 }).waitFor();
    await page
      .getByRole("alert")
      .getByText(/exited with code 3/)
      .waitFor();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.locator("[data-server='memory']").waitFor();
    await expect.poll(() => page.locator("[data-server='extra']").count()).toBe(0);
  });

  test("reloads, and finds the conversation and the view in it", async () => {
    await using opened = await stage().open();
    const { page } = opened;
    await page.getByText("Summarise this page").waitFor();
    const turns = await page.locator(".turn").count();
    expect(turns).toBeGreaterThan(5);
    await page.reload();
    await page
      .locator(".turn")
      .nth(turns - 1)
      .waitFor();
    await lastTurn(page).locator("mcp-view[state='ready']").waitFor();
    await viewOf(page, "Budget Allocator");
    await page.getByRole("button", { name: "New chat" }).click();
    await page.getByText("What shall be done?").waitFor();
    expect(await page.locator(".turn").count()).toBe(0);
  });

  test("does the same on a phone, where the agent lies over the page and the way back leads to it", async () => {
    await using opened = await stage().open({ viewport: phone, hasTouch: true, isMobile: true });
    const { page } = opened;
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Tides" }).tap();
    await page.getByRole("heading", { name: "Tides", level: 1 }).waitFor();
    const agent = page.getByRole("navigation", { name: "Sections" }).getByRole("button", { name: /Agent/ });
    await agent.tap();
    await say(page, "/add On a phone, too.");
    await approval(page).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole("complementary", { name: "Agent" }).isVisible()).toBe(false);
    expect(await agent.textContent()).toContain("1");
    await agent.tap();
    await approval(page).getByRole("button", { name: "Allow", exact: true }).tap();
    await ended(page);
    await page.goBack();
    await page.locator(".wiki-page .prose").getByText("On a phone, too.").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });
}

async function openTides(stage: Stage): Promise<StagePage> {
  const opened = await stage.open();
  await goTo(opened.page, "#/pages/tides");
  await opened.page.getByRole("heading", { name: "Tides", level: 1 }).waitFor();
  return opened;
}

/** The innermost document that shows this text: a frame in the frame of the sandbox. */
async function viewOf(page: Page, text: string): Promise<Frame> {
  let found: Frame | undefined;
  await expect
    .poll(async () => {
      for (const frame of page.frames())
        if (frame.parentFrame()?.parentFrame() !== null && frame.parentFrame() !== null)
          if ((await frame.locator("body").textContent())?.includes(text)) found = frame;
      return found !== undefined;
    })
    .toBe(true);
  return found as unknown as Frame;
}

function pictureWidth(image: Locator): Promise<number> {
  return image.evaluate((element: HTMLImageElement) => element.naturalWidth);
}
