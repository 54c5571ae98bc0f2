import { expect, test } from "vitest";
import { rawView } from "../stage/raw-view.ts";
import type { UiStage } from "../stage/ui-stage.ts";
import { waitInside } from "../stage/wait-inside.ts";

const able = `
  globalThis.ask = (mode) => request("ui/request-display-mode", { mode });
  document.querySelector("#grow").onclick = async () => { globalThis.answer = await ask("fullscreen"); };
  await start({ availableDisplayModes: ["inline", "fullscreen"] });`;

const button = "<button id=grow>Grow</button><input id=name>";

/** Inline and fullscreen, by the view and by the user. */
export function displayModes(stage: () => UiStage): void {
  test("a view covers the page when its user asks it to, and Escape ends that", async () => {
    stage().views.set("able", rawView(able, button));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "able" });
    await view.logged("ready");
    const inside = await view.document();
    const first = await view.documentId();
    await inside.click("#grow");
    await waitInside(inside, "globalThis.answer !== undefined");
    expect(await inside.evaluate("answer.result")).toEqual({ mode: "fullscreen" });
    expect(await opened.page.locator("#one").getAttribute("display-mode")).toBe("fullscreen");
    expect((await view.logged("displaymode")).detail).toMatchObject({ mode: "fullscreen", from: "inline" });
    await expect.poll(async () => (await view.box()).width).toBe(1_000);
    expect((await view.box()).height).toBeGreaterThan(700);
    await waitInside(
      inside,
      "heard.some(({ params }) => params?.containerDimensions?.width === 1000 && params.containerDimensions.height)",
    );
    await opened.page.getByRole("button", { name: "Close" }).focus();
    await opened.page.keyboard.press("Escape");
    await expect.poll(() => opened.page.evaluate(() => window.view("one").displayMode)).toBe("inline");
    await waitInside(inside, "heard.some(({ params }) => params?.displayMode === 'inline')");
    expect((await view.box()).height).toBeLessThan(300);
    expect(await view.documentId()).toBe(first);
  });

  test("the button of the page ends it too, and the focus goes back to where it was", async () => {
    stage().views.set("able", rawView(able, button));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "able" });
    await view.logged("ready");
    await opened.page.evaluate(() => {
      const before = document.createElement("button");
      before.textContent = "Before";
      document.body.prepend(before);
      before.focus();
      window.view("one").setDisplayMode("fullscreen");
    });
    await opened.page.getByRole("dialog", { name: "show, Test server" }).waitFor();
    await opened.page.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => opened.page.evaluate(() => window.view("one").displayMode)).toBe("inline");
    expect(await opened.page.evaluate(() => document.activeElement?.textContent)).toBe("Before");
  });

  test("a view cannot cover the page by itself", async () => {
    const asks = `${able}\nconsole.log("mode", (await ask("fullscreen")).result.mode);`;
    stage().views.set("able", rawView(asks, button));
    await using opened = await stage().open();
    const answered = opened.page.waitForEvent("console", (message) => message.text().startsWith("mode"));
    const shown = encodeURIComponent(JSON.stringify({ id: "one", view: "able" }));
    await opened.page.goto(`${stage().host}/#${shown}`);
    expect((await answered).text()).toBe("mode inline");
    expect(await opened.shown("one").log("displaymode")).toEqual([]);
  });

  test.each(["pip", "sideways", 7])(
    "a mode that there is not (%s) is answered with the one there is",
    async (mode) => {
      stage().views.set("able", rawView(able, button));
      await using opened = await stage().open();
      const view = await opened.show({ id: "one", view: "able" });
      await view.logged("ready");
      const inside = await view.document();
      const answer = await inside.evaluate(`ask(${JSON.stringify(mode)})`);
      expect(answer).toSatisfy((said: { result?: { mode: string }; error?: object }) =>
        said.error !== undefined
          ? typeof mode === "number" || mode === "sideways"
          : said.result?.mode === "inline",
      );
      expect(await opened.page.evaluate(() => window.view("one").displayMode)).toBe("inline");
    },
  );

  test("a page that refuses keeps the view where it is", async () => {
    stage().views.set("able", rawView(able, button));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "able", policy: "deny" });
    await view.logged("ready");
    const inside = await view.document();
    await inside.click("#grow");
    await waitInside(inside, "globalThis.answer !== undefined");
    expect(await inside.evaluate("answer.result")).toEqual({ mode: "inline" });
  });

  test("a view that did not declare fullscreen is not shown so", async () => {
    stage().views.set("plain", rawView("await start();"));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "plain" });
    await view.logged("ready");
    await opened.page.evaluate(() => window.view("one").setDisplayMode("fullscreen"));
    expect(await opened.page.evaluate(() => window.view("one").displayMode)).toBe("inline");
  });
}
