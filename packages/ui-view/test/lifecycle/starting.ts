import { expect, test } from "vitest";
import { rawView } from "../stage/raw-view.ts";
import type { UiStage } from "../stage/ui-stage.ts";

/** From the address to a view that is up, and to the text that stands in for one that never is. */
export function starting(stage: () => UiStage): void {
  test.each(["proxy", "proxy-html"] as const)(
    "a view starts, and is told its call, in mode %s",
    async (mode) => {
      stage().views.set("plain", rawView("globalThis.answer = await start();"));
      await using opened = await stage().open();
      const view = await opened.show({ id: "one", view: "plain", mode });
      await view.logged("ready");
      const document = await view.document();
      await document.waitForFunction("heard.length >= 3");
      expect(await document.evaluate("heard.map(({ method, id }) => method ?? id)")).toEqual([
        1,
        "ui/notifications/tool-input",
        "ui/notifications/tool-result",
      ]);
      expect(await document.evaluate("heard[1].params")).toEqual({ arguments: { item: "one" } });
      expect(await view.state()).toBe("ready");
    },
  );
}
