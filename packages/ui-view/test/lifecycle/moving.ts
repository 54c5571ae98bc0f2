import { expect, test } from "vitest";
import { rawView } from "../stage/raw-view.ts";
import type { UiStage } from "../stage/ui-stage.ts";
import { waitInside } from "../stage/wait-inside.ts";

/** Places in a page, and pages that come back: where a document lives on, and where it must start anew. */
export function moving(stage: () => UiStage): void {
  async function places(page: import("playwright-core").Page): Promise<void> {
    await page.evaluate(() => {
      for (const id of ["left", "right"]) {
        const place = document.createElement("section");
        place.id = id;
        document.body.append(place);
      }
    });
  }

  test("an element that is moved keeps its document", async () => {
    stage().views.set("plain", rawView("await start();"));
    await using opened = await stage().open();
    await places(opened.page);
    const view = await opened.show({ id: "one", view: "plain", into: "#left" });
    await view.logged("ready");
    const first = await view.documentId();
    await opened.page.evaluate(() => {
      const right = document.querySelector("#right") as Element & {
        moveBefore(node: Node, child: null): void;
      };
      right.moveBefore(window.view("one"), null);
    });
    expect(await opened.page.locator("#right #one iframe").count()).toBe(1);
    expect(await view.documentId()).toBe(first);
    expect((await view.log("ready")).length).toBe(1);
    await (await view.document()).evaluate("request('ping')");
  });

  test("an element that is taken out and put in elsewhere loads its view anew, with all of its data", async () => {
    stage().views.set("plain", rawView("await start();"));
    await using opened = await stage().open();
    await places(opened.page);
    const view = await opened.show({ id: "one", view: "plain", into: "#left" });
    await view.logged("ready");
    const first = await view.documentId();
    await opened.page.evaluate(() => document.querySelector("#right")?.append(window.view("one")));
    await expect.poll(async () => (await view.log("ready")).length).toBe(2);
    expect(await view.documentId()).not.toBe(first);
    const inside = await view.document();
    await waitInside(inside, "heard.some(({ method }) => method?.endsWith('tool-result'))");
    expect(await view.log("error")).toEqual([]);
  });

  test("a parked view goes on in another element of the same call", async () => {
    stage().views.set("plain", rawView("await start();"));
    await using opened = await stage().open();
    await places(opened.page);
    const view = await opened.show({ id: "one", view: "plain", into: "#left" });
    await view.logged("ready");
    const first = await view.documentId();
    await opened.page.evaluate(() => {
      const old = window.view("one");
      old.park();
      old.remove();
      const next = document.createElement("mcp-view");
      next.id = "one";
      next.sandbox = old.sandbox;
      next.broker = old.broker;
      next.session = structuredClone(old.session);
      document.querySelector("#right")?.append(next);
    });
    await expect.poll(() => opened.page.locator("#right #one iframe").count()).toBe(1);
    expect(await view.documentId()).toBe(first);
    const inside = await view.document();
    await inside.evaluate(`request("ui/open-link", { url: "https://a.example/" })`);
    expect((await view.log("broker.openLink")).length).toBe(1);
    expect(await view.state()).toBe("ready");
  });

  test("a browser that cannot move frames parks nothing, and breaks nothing", async () => {
    stage().views.set("plain", rawView("await start();"));
    await using opened = await stage().open();
    await opened.page.evaluate(() => {
      for (const { prototype } of [Element, Document, DocumentFragment])
        delete (prototype as { moveBefore?: unknown }).moveBefore;
    });
    const view = await opened.show({ id: "one", view: "plain" });
    await view.logged("ready");
    const first = await view.documentId();
    expect(await opened.page.evaluate(() => window.view("one").park())).toBe(false);
    await opened.page.evaluate(() => window.view("one").resume());
    const inside = await view.document();
    await inside.evaluate("request('ping')");
    expect(await view.documentId()).toBe(first);
    expect((await view.log("ready")).length).toBe(1);
  });

  test("a view that is parked while it covers the page leaves the page free", async () => {
    stage().views.set("able", rawView("await start({ availableDisplayModes: ['inline', 'fullscreen'] });"));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "able" });
    await view.logged("ready");
    const parked = await opened.page.evaluate(() => {
      const element = window.view("one");
      element.setDisplayMode("fullscreen");
      const before = element.displayMode;
      return [before, element.park(), document.querySelector(":modal") === null];
    });
    expect(parked).toEqual(["fullscreen", true, true]);
    await opened.page.evaluate(() => window.view("one").resume());
    await expect.poll(() => opened.page.locator("#one iframe").count()).toBe(1);
    expect((await view.log("ready")).length).toBe(1);
  });

  test("nine parked views are one too many: the first says goodbye", async () => {
    stage().views.set("plain", rawView("await start();"));
    await using opened = await stage().open();
    const ids = Array.from({ length: 9 }, (_, index) => `view-${index}`);
    for (const id of ids)
      await opened.show({ id, view: "plain", limits: { teardownTimeoutMs: 100, parkedMs: 60_000 } });
    for (const id of ids) await opened.shown(id).logged("ready");
    await opened.page.evaluate((all) => {
      for (const id of all) window.view(id).park();
    }, ids);
    await expect.poll(() => opened.page.frames().length).toBe(1 + 8 * 2);
    await opened.page.evaluate((all) => {
      for (const id of all) window.view(id).resume();
    }, ids.slice(1));
    await expect.poll(() => opened.page.locator("mcp-view iframe").count()).toBe(8);
  });

  test("two views of one address are two", async () => {
    stage().views.set(
      "counts",
      rawView(
        "await start(); globalThis.given = heard.map(({ params }) => params?.arguments?.item).filter(Boolean);",
      ),
    );
    await using opened = await stage().open();
    const one = await opened.show({ id: "one", view: "counts" });
    const two = await opened.show({ id: "two", view: "counts" });
    await one.logged("ready");
    await two.logged("ready");
    expect(await one.documentId()).not.toBe(await two.documentId());
    for (const [id, view] of Object.entries({ one, two })) {
      const inside = await view.document();
      await waitInside(inside, "heard.length >= 3");
      expect(await inside.evaluate("heard[1].params.arguments.item")).toBe(id);
      await inside.evaluate(`request("ui/open-link", { url: "https://a.example/${id}" })`);
      expect(
        (await view.log("broker.openLink")).map(({ detail }) => (detail as { url: string }).url),
      ).toEqual([`https://a.example/${id}`]);
    }
  });

  test("an element lives on in a second window, and hears its view there", async () => {
    stage().views.set("plain", rawView("await start();"));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "plain" });
    await view.logged("ready");
    const popup = opened.page.waitForEvent("popup");
    await opened.page.evaluate(() => {
      const other = window.open("about:blank");
      other?.document.body.append(window.view("one"));
    });
    await expect.poll(async () => (await view.log("ready")).length).toBe(2);
    const second = await popup;
    expect(await second.locator("#one iframe").count()).toBe(1);
    expect((await second.locator("#one iframe").boundingBox())?.width).toBeGreaterThan(300);

    expect(await view.log("error")).toEqual([]);
    await second.close();
  });

  test("a page that comes back shows the view with what it had", async () => {
    stage().views.set("plain", rawView("globalThis.answer = await start();"));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "plain" });
    await view.logged("ready");
    const kept = await opened.page.evaluate(() => JSON.stringify(window.view("one").snapshot));
    await opened.page.reload();
    const again = await opened.show({
      id: "one",
      view: "plain",
      without: ["toolInput", "toolResult"],
      session: { restore: JSON.parse(kept) },
    });
    await again.logged("ready");
    const inside = await again.document();
    await waitInside(inside, "heard.length >= 3");
    expect(await inside.evaluate("heard.slice(1, 3).map(({ params }) => params)")).toEqual([
      { arguments: { item: "one" } },
      { content: [{ type: "text", text: "the answer for one" }] },
    ]);
  });

  test("twenty views that came and went leave no listener and no frame behind", async () => {
    stage().views.set("plain", rawView("await start();"));
    await using opened = await stage().open();
    const inspector = await opened.page.context().newCDPSession(opened.page);
    await inspector.send("HeapProfiler.enable");
    await inspector.send("Performance.enable");
    const count = async () => {
      for (let time = 0; time < 3; time++) await inspector.send("HeapProfiler.collectGarbage");
      const { metrics } = await inspector.send("Performance.getMetrics");
      const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
      return { listeners: value("JSEventListeners"), documents: value("Documents"), frames: value("Frames") };
    };
    const comeAndGo = async (number: number) => {
      const ids = Array.from({ length: number }, (_, index) => `view-${index}`);
      for (const id of ids) await opened.show({ id, view: "plain" });
      for (const id of ids) await opened.shown(id).logged("ready");
      await opened.page.evaluate(async (all) => {
        for (const id of all) {
          await window.view(id).teardown();
          window.view(id).remove();
        }
        window.log.length = 0;
      }, ids);
    };
    await comeAndGo(1); // what is made once is made now
    const before = await count();
    await comeAndGo(20);
    await expect.poll(count).toEqual(before);
  });
}
