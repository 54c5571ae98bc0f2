import { realCommand } from "@x/tooling/real-parts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Layout } from "./stage/sandbox-origin.ts";
import { openStage, type Stage } from "./stage/stage.ts";
import { leakNames, navigationKinds, reachNames } from "./views/corpus.ts";
import { hostileView } from "./views/hostile-view.ts";

const chromium = await realCommand("chromium", "apt-get install chromium");
const patience = { timeout: 20_000 };

/** Those that would replace a page around the view, and those that replace the view. */
const upward = navigationKinds.filter((kind) => /parent|top/.test(kind));
const inward = navigationKinds.filter((kind) => !upward.includes(kind));

/** What a view has for itself where it has an origin of its own. */
const ownThings = ["set-cookie", "session-storage", "indexed-db", "caches", "file-system"];

/** The corpus against `<mcp-view>`, which also notices what it is up against. The control is in naive-host.test.ts. */
describe.skipIf(!chromium)("a hostile view in <mcp-view>", { timeout: 60_000 }, () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterEach(() => stage.attacker.forget());
  afterAll(() => stage?.[Symbol.asyncDispose]());

  /** Nothing but the canary, which is sent last. */
  async function expectNothingLeft(): Promise<void> {
    await stage.allArrived();
    expect(stage.attacker.hits.map(({ probe }) => probe)).toEqual(["canary"]);
    expect(stage.attacker.stolen).toEqual([]);
  }

  describe.each<Layout>(["proxy", "proxy-html", "dedicated"])("in the layout %s", (layout) => {
    test("leaks nothing, reaches nothing, and its page goes on", async () => {
      await using page = await stage.open();
      const shown = await page.show({ view: hostileView(stage.attacker), layout });
      await shown.until("ready");
      const view = await shown.frame();
      const leaked = (await view.evaluate("leak()")) as object;
      const reached = (await view.evaluate("reach()")) as object;
      expect(Object.keys(leaked)).toEqual(leakNames);
      expect(Object.keys(reached)).toEqual(reachNames);
      await expectNothingLeft();
      const held = Object.entries(reached).filter(([, got]) => got !== null && !/^refused/.test(String(got)));
      const mayHold = layout === "dedicated" ? ownThings : [];
      expect(held.map(([name]) => name).filter((name) => !mayHold.includes(name))).toEqual([]);
      expect(page.dialogs).toEqual([]);
      expect(await page.page.title()).toBe("host");
      expect(await shown.state()).toBe("ready");
    });

    test("is taken away when it becomes another page, and that page is told nothing", async () => {
      await using page = await stage.open();
      const views = new Map(
        await Promise.all(
          inward.map(async (kind) => {
            const session = { toolResult: undefined };
            return [
              kind,
              await page.show({ id: kind, view: hostileView(stage.attacker), layout, session }),
            ] as const;
          }),
        ),
      );
      for (const [kind, shown] of views) {
        await shown.until("ready");
        await (await shown.frame()).evaluate(`navigate("${kind}")`);
      }
      for (const [kind, shown] of views) {
        expect((await shown.until("error")).detail, kind).toMatchObject({
          phase: "ready",
          reason: "navigated",
        });
        expect(await page.page.locator(`#${kind} iframe`).count()).toBe(0);
        await shown.update({ toolResult: { content: [{ type: "text", text: "the secret result" }] } });
      }
      await expectNothingLeft();
    });

    test("cannot move a page around it, and stays where it is", async () => {
      await using page = await stage.open();
      const shown = await page.show({ view: hostileView(stage.attacker), layout });
      await shown.until("ready");
      const view = await shown.frame();
      for (const kind of upward) await view.evaluate(`navigate("${kind}")`);
      const refused = () => page.refusals.filter((text) => /initiate navigation/.test(text)).length;
      await expect.poll(refused, patience).toBe(upward.length);
      await expectNothingLeft();
      expect(await shown.state()).toBe("ready");
      expect(new URL(page.page.url()).origin).toBe(stage.host);
    });

    test("that leaves while it loads is never spoken to", async () => {
      await using page = await stage.open();
      const settings = { limits: { initTimeoutMs: 2_000 } };
      const shown = await page.show({ view: hostileView(stage.attacker, "location-href"), layout, settings });
      expect((await shown.until("error")).detail).toMatchObject({ reason: "timeout" });
      await expectNothingLeft();
    });

    test("that loads itself once more is gone, too: a view has one document", async () => {
      await using page = await stage.open();
      const shown = await page.show({ view: hostileView(stage.attacker), layout });
      await shown.until("ready");
      await (await shown.frame()).evaluate("void setTimeout(() => location.reload())");
      expect((await shown.until("error")).detail).toMatchObject({ reason: "navigated" });
    });
  });

  test("cannot show another view, or the proxy, in its own place", async () => {
    await using page = await stage.open();
    const other = await page.show({ view: hostileView(stage.attacker) });
    await other.until("ready");
    const shown = await page.show({ view: hostileView(stage.attacker) });
    await shown.until("ready");
    const view = await shown.frame();
    const own = await view.evaluate("location.href");
    const forged = String(own).replace(/uri=[^&]+/, "uri=ui%3A%2F%2Ftest%2Fview-1");
    await view.evaluate(`void setTimeout(() => { location.href = ${JSON.stringify(forged)}; })`);
    expect((await shown.until("error")).detail).toMatchObject({ reason: "navigated" });
    expect(stage.sandbox.audit.at(-1)).toMatchObject({ type: "refused", status: 403 });
    expect(await other.state()).toBe("ready");
  });

  test("that has taken over the proxy itself still gets nothing out by any leak", async () => {
    await using page = await stage.open();
    const shown = await page.show({ view: hostileView(stage.attacker) });
    await shown.until("ready");
    const proxy = await shown.proxy();
    // As if a view had got into the proxy's realm: the same programs, run there.
    const text = await (await shown.frame()).evaluate("document.scripts[0].text");
    await proxy.evaluate(String(text).replace("app.start();", ""));
    await proxy.evaluate("leak()");
    await expectNothingLeft();
  });

  test("brings no cookie of the page to the sandbox, and gets none there", async () => {
    await using page = await stage.open();
    await page.page.evaluate("document.cookie = 'readable=by-scripts; path=/'");
    stage.sandbox.cookies.splice(0);
    for (const layout of ["proxy", "proxy-html"] as const)
      await (await page.show({ view: hostileView(stage.attacker), layout })).until("ready");
    expect(stage.sandbox.cookies.length).toBeGreaterThan(2);
    expect(stage.sandbox.cookies.filter((cookie) => cookie !== undefined)).toEqual([]);
    expect(await page.page.context().cookies(stage.sandbox.origin)).toEqual([]);
  });
});
