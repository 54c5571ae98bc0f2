import { describe, expect, test } from "vitest";
import { middlePixel } from "../browser/stage/pixel.ts";
import { startSandboxOrigin } from "../browser/stage/sandbox-origin.ts";
import { rawView } from "../stage/raw-view.ts";
import type { UiStage } from "../stage/ui-stage.ts";
import { waitInside } from "../stage/wait-inside.ts";

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
    await waitInside(inside, "heard.length >= 3");
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

  describe.each(["a stranger's proxy", "our proxy"])("through %s", (proxy) => {
    test.each(["light", "dark"] as const)(
      "the page is seen behind a transparent view in %s",
      async (theme) => {
        await using opened = await stage().open();
        await using own = await startSandboxOrigin(stage().host);
        const html = rawView(follows, "", styles);
        stage().views.set("clear", html);
        own.serve({ uri: "ui://test/clear", mimeType: "text/html;profile=mcp-app", text: html });
        const sandboxUrl = await own.mint("proxy", "ui://test/clear", stage().host);
        await opened.page.evaluate((scheme) => {
          document.documentElement.style.colorScheme = scheme;
          document.body.style.background = "rgb(10, 120, 60)";
        }, theme);
        const view = await opened.show({
          id: "one",
          view: "clear",
          theme,
          ...(proxy === "our proxy" && { sandboxUrl }),
        });
        await view.logged("ready");
        const frame = opened.page.locator("#one iframe");
        await expect.poll(() => middlePixel(frame)).toEqual([10, 120, 60, 255]);
        const other = theme === "dark" ? ("light" as const) : ("dark" as const);
        await opened.page.evaluate((scheme) => {
          document.documentElement.style.colorScheme = scheme;
          window.view("one").theme = scheme;
        }, other);
        const inside = await view.document();
        await expect.poll(() => inside.evaluate("document.documentElement.dataset.theme")).toBe(other);
        await expect.poll(() => middlePixel(frame)).toEqual([10, 120, 60, 255]);
      },
    );
  });
}
