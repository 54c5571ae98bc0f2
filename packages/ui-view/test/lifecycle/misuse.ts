import { expect, test } from "vitest";
import { rawView } from "../stage/raw-view.ts";
import type { UiStage } from "../stage/ui-stage.ts";

/** What pages do that nobody had in mind. Disposing a page fails where the browser complained of anything. */
export function misuse(stage: () => UiStage): void {
  test("no property of a wrong type throws: there is a view, or an error that says why there is none", async () => {
    stage().views.set("plain", rawView("await start();"));
    await using opened = await stage().open();
    await (await opened.show({ id: "right", view: "plain" })).logged("ready");
    const ends = await opened.page.evaluate(async () => {
      const ring: Record<string, unknown> = {};
      ring.self = ring;
      const odd = [7, "x", true, Symbol("s"), 7n, [], {}, ring, null, () => 7];
      const names = ["session", "sandbox", "broker", "theme", "hostContext", "grants", "policy", "limits"];
      const all = [...names, "hostInfo", "labels"].flatMap((name) =>
        odd.map((value) => [name, value] as const),
      );
      const inSession = ["record", "document", "tool", "tools", "toolInputPartial", "serverName", "title"];
      const session = window.sessionOf("odd", "plain");
      const { toolInput: _, toolResult: __, ...open } = session;
      all.push(
        ...inSession.flatMap((name) => odd.map((value) => ["session", { ...open, [name]: value }] as const)),
      );
      const seen = [];
      for (const [name, value] of all) {
        const element = document.createElement("mcp-view");
        let errors = 0;
        element.addEventListener("error", () => {
          errors += 1;
        });
        element.session = session;
        element.sandbox = { url: `${window.sandboxOrigin}/proxy?silent` };
        Object.assign(element, { [name]: value });
        document.body.append(element);
        await Promise.resolve();
        await new Promise((resolve) => setTimeout(resolve));
        seen.push({ name, state: element.state, attribute: element.getAttribute("state"), errors });
        element.remove();
      }
      return seen;
    });
    for (const { state, attribute, errors, name } of ends) {
      expect([name, errors]).toEqual([name, state === "failed" ? 1 : 0]);
      expect(attribute).toBe(state);
    }
    expect(ends.filter(({ state }) => state === "failed").length).toBeGreaterThan(0);
  });

  test("an element that wandered a hundred times, or lost its place while it started, shows one view", async () => {
    stage().views.set("plain", rawView("await start();"));
    await using opened = await stage().open();
    await opened.page.evaluate(() => {
      const element = window.show({ id: "one", view: "plain" });
      for (let turn = 0; turn < 100; turn += 1) {
        const place = document.createElement("div");
        document.body.append(place);
        place.append(element);
      }
      element.remove();
      document.querySelector("#main")?.append(element);
      element.session = window.sessionOf("two", "plain");
      const other = window.show({ id: "gone", view: "plain" });
      queueMicrotask(() => other.remove());
    });
    const view = opened.shown("one");
    await view.logged("ready");
    const inside = await view.document();
    expect(await inside.evaluate("heard[0].result.hostContext.toolInfo.id")).toBe("two");
    expect(await opened.page.locator("#one iframe").count()).toBe(1);
    expect(await opened.shown("gone").log("error")).toEqual([]);
  });
}
