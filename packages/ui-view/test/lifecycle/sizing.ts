import { expect, test } from "vitest";
import { rawView } from "../stage/raw-view.ts";
import type { ShownView, UiStage } from "../stage/ui-stage.ts";
import { waitInside } from "../stage/wait-inside.ts";

/** Reports the size of the document whenever it changes, as the official SDK does. */
const reportsItself = `
  const report = () => notify("ui/notifications/size-changed", {
    width: Math.ceil(innerWidth), height: Math.ceil(document.documentElement.getBoundingClientRect().height),
  });
  globalThis.reports = 0;
  await start();
  new ResizeObserver(() => { reports++; report(); }).observe(document.documentElement);`;

const say = (size: string) => `notify("ui/notifications/size-changed", ${size})`;

/** Frames that are as large as their views want, without end to no one's growing. */
export function sizing(stage: () => UiStage): void {
  async function heightBecomes(view: ShownView, height: number): Promise<void> {
    await expect.poll(async () => (await view.box()).height).toBe(height);
  }

  test("a frame is as high as its view says, and a view in it has all of that", async () => {
    stage().views.set("tall", rawView(reportsItself, "<div style='height:432px'></div>", "body{margin:0}"));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "tall" });
    await heightBecomes(view, 432);
    const inside = await view.document();
    await waitInside(inside, "innerHeight === 432");
    expect((await view.log("resize")).at(-1)?.detail).toMatchObject({ height: 432 });
  });

  test.each([
    ["as high as the window and a margin", "body{margin:16px 0;padding:1px;min-height:100vh}"],
    ["a pixel more than the window", "html{height:calc(100vh + 5px)}"],
    ["a bit less than the window", "html{height:calc(100vh - 6px)}body{margin:0}"],
  ])("a view that is %s does not change size for ever, and is told its height", async (_, style) => {
    stage().views.set("loop", rawView(reportsItself, "<p>x</p>", style));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "loop", limits: { minHeightPx: 1 } });
    const inside = await view.document();
    await waitInside(inside, "heard.some(({ params }) => params?.containerDimensions?.height !== undefined)");
    const told = Number(
      await inside.evaluate(
        "heard.findLast(({ params }) => params?.containerDimensions).params.containerDimensions.height",
      ),
    );
    const before = await view.box();
    expect(before.height).toBe(told);
    const changes = (await view.log("resize")).length;
    // its first size, and twenty steps one way
    expect(changes).toBeLessThanOrEqual(21);
    for (let step = 0; step < 5; step++) await inside.evaluate(say(`{ height: ${900 + step * 50} }`));
    await inside.evaluate("request('ping')");
    expect(await view.box()).toEqual(before);
  });

  test("a view that loses a pixel with each report keeps its size", async () => {
    stage().views.set("shrink", rawView(reportsItself, "", "html{height:calc(100vh - 1px)}body{margin:0}"));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "shrink" });
    const inside = await view.document();
    await waitInside(inside, "reports > 0");
    await inside.evaluate("request('ping')");
    expect((await view.log("resize")).length).toBeLessThanOrEqual(1);
  });

  test("sizes that are none, or too large, do no harm", async () => {
    stage().views.set("odd", rawView("await start();"));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "odd", limits: { maxHeightPx: 700 } });
    await view.logged("ready");
    const inside = await view.document();
    await inside.evaluate(say("{ height: 300 }"));
    await heightBecomes(view, 300);
    for (const size of [
      "{ height: NaN }",
      "{ height: -5 }",
      "{ height: '9' }",
      "{ height: Infinity }",
      "null",
    ])
      await inside.evaluate(say(size));
    await inside.evaluate("request('ping')");
    expect((await view.box()).height).toBe(300);
    await inside.evaluate(say("{ height: 1e9 }"));
    await heightBecomes(view, 700);
  });

  test("a frame shrinks with its page and grows with it again", async () => {
    stage().views.set("wide", rawView(reportsItself, "<p>x</p>"));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "wide" });
    const inside = await view.document();
    await waitInside(inside, "reports > 0");
    const full = (await view.box()).width;
    for (const width of [400, 1_000, 320, 700, 1_000]) {
      await opened.page.setViewportSize({ width, height: 800 });
      await expect.poll(async () => (await view.box()).width).toBe(full - 1_000 + width);
      await inside.evaluate("request('ping')");
    }
    expect((await view.box()).width).toBe(full);
  });

  test("a narrow view is given no more width than it wants, and more when it wants more", async () => {
    stage().views.set("narrow", rawView("await start();"));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "narrow" });
    await view.logged("ready");
    const inside = await view.document();
    await inside.evaluate(say("{ width: 300, height: 200 }"));
    await expect.poll(async () => (await view.box()).width).toBe(300);
    await inside.evaluate(say("{ width: 500 }"));
    await expect.poll(async () => (await view.box()).width).toBe(500);
    await opened.page.setViewportSize({ width: 400, height: 800 });
    await expect.poll(async () => (await view.box()).width).toBeLessThan(400);
  });

  test("with autosize=none the page decides", async () => {
    stage().views.set("tall", rawView(reportsItself, "<div style='height:900px'></div>"));
    await using opened = await stage().open();
    await opened.page.evaluate(() => {
      const place = document.createElement("div");
      place.id = "place";
      place.style.height = "250px";
      document.body.append(place);
    });
    const view = await opened.show({
      id: "one",
      view: "tall",
      into: "#place",
      attributes: { autosize: "none" },
    });
    const inside = await view.document();
    await waitInside(inside, "reports > 0");
    await inside.evaluate("request('ping')");
    expect(await view.log("resize")).toEqual([]);
    const chrome = await opened.page.locator("#one [part=chrome]").boundingBox();
    expect((await view.box()).height + (chrome?.height ?? 0)).toBeCloseTo(250 - 2, 0);
  });
}
