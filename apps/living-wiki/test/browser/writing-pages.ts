import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { hostileMarkup } from "../fixtures/test-servers.ts";
import { goTo, type Stage } from "./stage.ts";

/** Pages: read, written, and changed by others meanwhile. */
export function writingPages(stage: () => Stage): void {
  const file = (name: string): string => path.join(stage().app.wiki.pages.folder, name);

  test("a new page is named, written, saved with the keyboard, and deleted after a question", async () => {
    await using opened = await stage().open();
    const { page } = opened;
    await page.getByRole("link", { name: "New page" }).click();
    await page.getByRole("textbox", { name: "Title" }).fill("Tides");
    await page.getByText("There is such a page already").waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill("Coast/Lighthouses");
    await page.getByText("coast/lighthouses.md").waitFor();
    await page.keyboard.press("Enter");
    const text = page.getByRole("textbox", { name: "Text of coast/lighthouses.md" });
    expect(await text.inputValue()).toBe("# Lighthouses\n\n");
    await text.fill("# Lighthouses\n\nA light on a tower, see [Tides](tides.md).");
    await text.press("Control+s");
    await page.getByRole("heading", { name: "Lighthouses", level: 1, exact: true }).waitFor();
    expect(await readFile(file("coast/lighthouses.md"), "utf8")).toContain("A light on a tower");
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: "Lighthouses" })
      .waitFor();
    await page.getByRole("button", { name: "Delete this page" }).click();
    await page.getByRole("button", { name: "Keep it" }).click();
    await page.getByRole("button", { name: "Delete this page" }).click();
    await page.getByRole("button", { name: "Delete the page" }).click();
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    await expect(readFile(file("coast/lighthouses.md"))).rejects.toThrow("ENOENT");
  });

  test("what others wrote meanwhile is never lost without a word", async () => {
    await writeFile(file("shared.md"), "# Shared\n\nThe first line.\n");
    await using opened = await stage().open();
    const { page } = opened;
    await goTo(page, "#/pages/shared");
    await page.getByRole("heading", { name: "Shared", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Edit" }).click();
    const text = page.getByRole("textbox", { name: "Text of shared.md" });
    await text.fill("# Shared\n\nMine.\n");
    await writeFile(file("shared.md"), "# Shared\n\nTheirs.\n");
    const notice = page.getByRole("alert", { name: "The page has changed" });
    await notice.getByRole("group", { name: "What changes" }).getByText("Theirs.").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await notice.waitFor();
    expect(await readFile(file("shared.md"), "utf8")).toContain("Theirs.");
    opened.forgive(/status of 409/);
    await notice.getByRole("button", { name: "Save mine over it" }).click();
    await page.locator(".wiki-page .prose").getByText("Mine.").waitFor();
    expect(await readFile(file("shared.md"), "utf8")).toBe("# Shared\n\nMine.\n");
    await rm(file("shared.md"));
    await page.getByText("There is no page of this name.").waitFor();
  });

  test("what was written and not saved outlives a reload", async () => {
    await using opened = await stage().open();
    const { page } = opened;
    await goTo(page, "#/edit/bicycles");
    const text = page.getByRole("textbox", { name: "Text of bicycles.md" });
    await text.fill("# Bicycles\n\nTwo wheels.");
    await page.reload();
    await page.getByText("what you wrote here before").waitFor();
    expect(await text.inputValue()).toBe("# Bicycles\n\nTwo wheels.");
    await page.getByRole("button", { name: "Discard" }).click();
    await page.locator(".wiki-page .prose").getByText("steers itself").waitFor();
  });

  test("a page that others change is shown as it is now", async () => {
    await writeFile(file("live.md"), "# Live\n\nBefore.\n");
    await using opened = await stage().open();
    const { page } = opened;
    await goTo(page, "#/pages/live");
    await page.getByText("Before.").waitFor();
    await writeFile(file("live.md"), "# Live\n\nAfter.\n");
    await page.locator(".wiki-page .prose").getByText("After.").waitFor();
    await page.getByText("Changed just now").waitFor();
    await rm(file("live.md"));
  });

  test("markup in a page is text, its links lead only to pages and the web, its diagrams are drawn", async () => {
    const links =
      "[script](javascript:alert(1)) [file](file:///etc/passwd) [web](https://example.com/) [page](tides.md)";
    const picture = "![far away](https://example.com/pixel.png)";
    const diagram = '```mermaid\nflowchart LR\n  A["<img src=x onerror=alert(1)>"] --> B\n```';
    const broken = "```mermaid\nflowchart LR\n  A -->\n```";
    const parts = [
      "# Hostile",
      hostileMarkup,
      `Inline ${hostileMarkup} too`,
      links,
      picture,
      diagram,
      broken,
    ];
    await writeFile(file("hostile.md"), parts.join("\n\n"));
    await using opened = await stage().open();
    const { page } = opened;
    await goTo(page, "#/pages/hostile");
    const prose = page.locator(".wiki-page .prose");
    await prose.locator(".diagram[data-state='drawn']").waitFor();
    await prose.getByText("cannot be drawn").waitFor();
    expect(await prose.getByText("onerror").count()).toBeGreaterThan(1);
    expect(await page.locator("img[src=x]").count()).toBe(0);
    expect(await prose.locator("img:not(.diagram img)").count()).toBe(0);
    expect(await prose.locator("a").evaluateAll((all) => all.map((one) => one.getAttribute("href")))).toEqual(
      ["https://example.com/", "#/pages/tides", "https://example.com/pixel.png"],
    );
    await expect.poll(() => page.title()).toBe("Hostile · Living Wiki");
    await rm(file("hostile.md"));
    opened.forgive(); // the frame that draws tries the markup, and its own policy refuses the handler
  });
}
