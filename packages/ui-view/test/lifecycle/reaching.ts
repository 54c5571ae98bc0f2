import { expect, test } from "vitest";
import { rawView } from "../stage/raw-view.ts";
import type { UiStage } from "../stage/ui-stage.ts";
import { waitInside } from "../stage/wait-inside.ts";

/** For people who use a keyboard or a screen reader. */
export function reaching(stage: () => UiStage): void {
  test("a view has a name, says who made it, and is reached in the order of the page", async () => {
    stage().views.set("form", rawView("await start();", "<input id=field aria-label=Amount>"));
    await using opened = await stage().open();
    const view = await opened.show({
      id: "one",
      view: "form",
      session: { title: "Cart", serverName: "Shop" },
      into: "#main",
    });
    await view.logged("ready");
    await opened.page.evaluate(() => {
      for (const [where, text] of [
        ["prepend", "Before"],
        ["append", "After"],
      ] as const) {
        const button = document.createElement("button");
        button.textContent = text;
        document.body[where](button);
      }
      (document.body.firstElementChild as HTMLElement).focus();
    });
    expect(await opened.page.getByRole("group", { name: "Cart, Shop" }).count()).toBe(1);
    expect(await opened.page.locator("#one iframe").getAttribute("title")).toBe("Cart, Shop");
    expect(await opened.page.locator("#one [part=chrome]").textContent()).toMatch(/Shop\s*Cart/);
    await opened.page.keyboard.press("Tab");
    const inside = await view.document();
    await waitInside(inside, "document.activeElement.id === 'field'");
    await opened.page.keyboard.press("Tab");
    await opened.page.waitForFunction(() => document.activeElement?.textContent === "After");
    await opened.page.keyboard.press("Shift+Tab");
    await waitInside(inside, "document.hasFocus() && document.activeElement.id === 'field'");
  });

  test("the focus of a view that goes is not lost", async () => {
    stage().views.set("form", rawView("await start();", "<input id=field>"));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "form" });
    await view.logged("ready");
    await (await view.document()).click("#field");
    await opened.page.evaluate(() => window.view("one").kill());
    expect(await opened.page.evaluate(() => document.activeElement?.id)).toBe("one");
  });

  test("a failure is announced, and a page may put its own words and its own markup there", async () => {
    await using opened = await stage().open();
    await opened.page.evaluate(() => {
      const element = window.show({ id: "one", view: "none", sandboxUrl: "data:,x" });
      element.labels = { failed: (phase) => `Das ging nicht (${phase}).` };
      const own = document.createElement("p");
      own.slot = "text";
      own.textContent = "our own text";
      element.append(own);
    });
    await opened.shown("one").logged("error");
    const card = opened.page.getByRole("alert");
    expect(await card.textContent()).toContain("Das ging nicht (mint).");
    expect(await opened.page.getByText("our own text").isVisible()).toBe(true);
    expect(await opened.page.getByText("the answer for one").isVisible()).toBe(false);
  });

  test("only a view that the page trusts is without a border", async () => {
    stage().views.set("plain", rawView("await start();"));
    await using opened = await stage().open();
    const document = {
      uri: "ui://test/plain",
      html: "",
      mimeType: "",
      digest: "d",
      lengthBytes: 0,
      problems: [],
    };
    const session = { document: { ...document, prefersBorder: false } };
    for (const [id, attributes] of [
      ["one", {}],
      ["two", { trusted: "" }],
    ] as const) {
      const view = await opened.show({ id, view: "plain", session, attributes });
      await view.logged("ready");
    }
    const width = (id: string) =>
      opened.page.locator(`#${id} [part=box]`).evaluate((box) => getComputedStyle(box).borderTopWidth);
    expect([await width("one"), await width("two")]).toEqual(["1px", "0px"]);
  });
}
