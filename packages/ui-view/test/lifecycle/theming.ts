import { expect, test } from "vitest";
import { rawView } from "../stage/raw-view.ts";
import type { UiStage } from "../stage/ui-stage.ts";

const follows = `
  const apply = ({ theme, styles }) => {
    if (theme) document.documentElement.dataset.theme = theme;
    for (const [name, value] of Object.entries(styles?.variables ?? {}))
      document.documentElement.style.setProperty(name, value);
  };
  onMessage(({ method, params }) => method === "ui/notifications/host-context-changed" && apply(params));
  apply((await start()).hostContext);`;

const styles = `:root{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
  body{margin:0;color:var(--color-text-primary,red)}`;

/** Light and dark, without a reload. */
export function theming(stage: () => UiStage): void {
  test("a theme that changes reaches the view, which keeps its document", async () => {
    stage().views.set("themed", rawView(follows, "<p id=text>x</p>", styles));
    await using opened = await stage().open();
    const variables = { "--color-text-primary": "rgb(1, 2, 3)" };
    const view = await opened.show({
      id: "one",
      view: "themed",
      theme: "light",
      hostContext: { styles: { variables } },
    });
    await view.logged("ready");
    const inside = await view.document();
    const first = await view.documentId();
    const color = () => inside.evaluate("getComputedStyle(text).color");
    expect(await color()).toBe("rgb(1, 2, 3)");
    await opened.page.evaluate(() => {
      const element = window.view("one");
      element.theme = "dark";
      element.hostContext = { styles: { variables: { "--color-text-primary": "rgb(200, 201, 202)" } } };
    });
    await expect.poll(color).toBe("rgb(200, 201, 202)");
    expect(await inside.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    expect(await view.documentId()).toBe(first);
    const changes = await inside.evaluate(
      "heard.filter(({ method }) => method === 'ui/notifications/host-context-changed').length",
    );
    expect(changes).toBe(1);
  });

  test("the same theme and context, set again, tell the view nothing", async () => {
    stage().views.set("themed", rawView(follows, "<p id=text>x</p>", styles));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "themed", theme: "dark" });
    await view.logged("ready");
    const inside = await view.document();
    await inside.waitForFunction("heard.length >= 3");
    const before = await inside.evaluate("heard.length");
    await opened.page.evaluate(async () => {
      const element = window.view("one");
      for (let time = 0; time < 50; time++) {
        element.theme = "dark";
        element.hostContext = {};
        element.session = structuredClone(element.session);
        await new Promise(requestAnimationFrame);
      }
    });
    await inside.evaluate("request('ping')");
    // one more is the answer to that ping
    expect(await inside.evaluate("heard.length")).toBe(Number(before) + 1);
  });

  test.each(["light", "dark"] as const)("the page shows through a transparent view in %s", async (theme) => {
    stage().views.set("clear", rawView(follows, "", styles));
    await using opened = await stage().open();
    await opened.page.evaluate((scheme) => {
      document.documentElement.style.colorScheme = scheme;
      document.body.style.background = "rgb(10, 120, 60)";
    }, theme);
    const view = await opened.show({ id: "one", view: "clear", theme });
    await view.logged("ready");
    await expect.poll(() => pixelOf(opened.page, "#one iframe")).toEqual([10, 120, 60]);
    const other = theme === "dark" ? ("light" as const) : ("dark" as const);
    await opened.page.evaluate((scheme) => {
      document.documentElement.style.colorScheme = scheme;
      window.view("one").theme = scheme;
    }, other);
    await expect
      .poll(async () => (await view.document()).evaluate("document.documentElement.dataset.theme"))
      .toBe(other);
    await expect.poll(() => pixelOf(opened.page, "#one iframe")).toEqual([10, 120, 60]);
  });
}

/** The colour in the middle of an element, as it is on the screen. */
async function pixelOf(page: import("playwright-core").Page, selector: string): Promise<readonly number[]> {
  const png = (await page.locator(selector).screenshot()).toString("base64");
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const pixel = context?.getImageData(image.width >> 1, image.height >> 1, 1, 1).data ?? [];
    return [...pixel].slice(0, 3);
  }, png);
}
