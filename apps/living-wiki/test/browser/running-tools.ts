import { expect, test } from "vitest";
import { hostileMarkup } from "../fixtures/test-servers.ts";
import { goTo, openBoard, runTool, type Stage } from "./stage.ts";

/** Forms, results of every kind, progress and cancelling. */
export function runningTools(stage: () => Stage): void {
  test("a newcomer reads a wiki page with a tool by two clicks", async () => {
    await using opened = await openBoard(stage());
    const { page } = opened;
    await page.getByRole("link", { name: /Read a wiki page/ }).click();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const block = page.getByRole("figure", { name: "text block" });
    await block.first().waitFor();
    expect(await block.first().textContent()).toContain("the bulges add up to a spring tide");
    await expect.poll(() => page.title()).toBe("filesystem__read_text_file · Living Wiki");
  });

  test("another file is read by typing its path, and enter runs it", async () => {
    await using opened = await stage().open();
    const { page } = opened;
    await goTo(page, "#/tools/filesystem__read_text_file");
    const path = page.getByRole("textbox", { name: /^path/ });
    await path.fill(`${stage().app.wiki.pages.folder}/sourdough.md`);
    await path.press("Enter");
    await page.getByText("wild yeast").first().waitFor();
  });

  test("a picture and a sound are shown so that the browser can play them", async () => {
    await using opened = await stage().open();
    const { page } = opened;
    await runTool(page, "everything__get-tiny-image");
    const image = page.getByRole("img", { name: /image\/png/ });
    await image.waitFor();
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);

    await runTool(page, "odd__every-block");
    const audio = page.locator("audio");
    await audio.waitFor();
    await expect
      .poll(() => audio.evaluate((element: HTMLAudioElement) => element.duration))
      .toBeCloseTo(0.25);
  });

  test("every kind of block is shown, and nothing a server wrote becomes markup", async () => {
    await using opened = await stage().open();
    const { page } = opened;
    await runTool(page, "odd__every-block");
    const kinds = page.locator(".block-kind");
    await kinds.first().waitFor();
    expect(await kinds.allInnerTexts()).toEqual([
      "text",
      "audio",
      "image",
      expect.stringMatching(/^resource/),
      expect.stringMatching(/^resource/),
      "link",
      "link",
      expect.stringMatching(/^other/),
      "structured",
    ]);
    expect(await page.getByText(hostileMarkup).count()).toBe(1);
    await expect.poll(() => page.title()).toBe("odd__every-block · Living Wiki");
    expect(await page.locator("img[src=x]").count()).toBe(0);
    expect(
      await page.locator(".result a").evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
    ).toEqual(["https://example.com/page"]);
    await page.getByText("javascript:alert(1)").waitFor();
    await page.getByText("image/svg+xml is not shown here").waitFor();

    const saving = page.waitForEvent("download");
    await page
      .getByRole("figure", { name: "resource block" })
      .getByRole("button", { name: "Save as a file" })
      .click();
    expect((await saving).suggestedFilename()).toBe("data.bin");
  });

  test("a tool that reports an error is shown as such, with what it said", async () => {
    await using opened = await stage().open();
    const { page } = opened;
    await runTool(page, "odd__sorry");
    await page.getByText("The tool reports an error").waitFor();
    await page.getByText("The shelf is empty.").waitFor();
  });

  test("wrong arguments are marked at their fields, and corrected ones run", async () => {
    await using opened = await stage().open();
    const { page } = opened;
    await runTool(page, "odd__every-field");
    const title = page.getByRole("textbox", { name: /^title/ });
    await expect.poll(() => title.getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator(".field[data-path='/count']").textContent()).toContain("is required");
    expect(await title.evaluate((element) => element === document.activeElement)).toBe(true);
    await title.fill("A title");
    expect(await title.getAttribute("aria-invalid")).toBe("false");
    await page.getByRole("textbox", { name: /^count/ }).fill("many");
    await page.getByRole("combobox", { name: /^size/ }).selectOption("3");
    await page.getByRole("button", { name: "Add to tags" }).click();
    await page.getByRole("textbox", { name: /^tags 1/ }).fill("first");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("must be integer", { exact: true }).waitFor();
    await page.getByRole("textbox", { name: /^count/ }).fill("2");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("Done", { exact: true }).waitFor();
    await page.getByText("Arguments").first().click();
    const sent = await page
      .locator(".run")
      .first()
      .locator("details", { hasText: "Arguments" })
      .locator("pre")
      .textContent();
    expect(JSON.parse(sent ?? "")).toEqual({ title: "A title", count: 2, size: 3, tags: ["first"] });
  });

  test("arguments can be typed as JSON, and what the form cannot show stays JSON", async () => {
    await using opened = await stage().open();
    const { page } = opened;
    await goTo(page, "#/tools/everything__get-sum");
    await page.getByRole("button", { name: "Edit as JSON" }).click();
    const json = page.getByRole("textbox", { name: /^Arguments/ });
    expect(JSON.parse(await json.inputValue())).toEqual({ a: 19, b: 23 });
    await json.fill("{");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("is not valid JSON").waitFor();
    await json.fill('{ "a": 1, "b": 2, "c": 3 }');
    await page.getByRole("button", { name: "Edit as form" }).click();
    await page.getByText("The form cannot show all of this").waitFor();
    await json.fill('{ "a": 1, "b": 2 }');
    await page.getByRole("button", { name: "Edit as form" }).click();
    expect(await page.getByRole("textbox", { name: /^b/ }).inputValue()).toBe("2");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("The sum of 1 and 2 is 3.").waitFor();
  });

  test("a long call over HTTP shows its progress and can be cancelled", async () => {
    await using opened = await stage().open();
    const { page } = opened;
    await runTool(page, "everything-http__trigger-long-running-operation");
    await page.getByText(/^[1-9]\d* of 20/).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Cancelled", { exact: true }).waitFor();
    expect(await page.getByRole("progressbar").count()).toBe(0);
  });
}
