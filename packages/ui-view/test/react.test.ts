import { createRequire } from "node:module";
import path from "node:path";
import { realCommand } from "@x/tooling/real-parts";
import { createMcpSandboxHandler } from "@x/ui-server";
import { McpUiWidget, McpView } from "@x/ui-view/react";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rawView } from "./stage/raw-view.ts";
import type { Rendering } from "./stage/react-program.ts";
import { serveRequests } from "./stage/serve-requests.ts";
import { openUiStage, type UiPage, type UiStage } from "./stage/ui-stage.ts";
import { waitInside } from "./stage/wait-inside.ts";

const chromium = await realCommand("chromium", "apt-get install chromium");
const require = createRequire(import.meta.url);
const folderOf = (name: string) => path.dirname(require.resolve(`${name}/package.json`));

describe.skipIf(!chromium).each([
  ["18", "react-18", "react-dom-18"],
  ["19", "react", "react-dom"],
])("with React %s", (_, react, reactDom) => {
  let stage: UiStage;

  beforeAll(async () => {
    const program = path.join(import.meta.dirname, "stage/react-program.ts");
    stage = await openUiStage(program, { react: folderOf(react), "react-dom": folderOf(reactDom) });
    stage.views.set("plain", rawView("globalThis.answer = await start();", "<input id=field>"));
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  const render = (opened: UiPage, rendering: Rendering) =>
    opened.page.evaluate((given) => window.render(JSON.parse(given)), JSON.stringify(rendering));

  test("a view survives fifty renderings in StrictMode, while it loads and after", async () => {
    await using opened = await stage.open();
    for (let time = 0; time < 50; time++) await render(opened, { view: "plain" });
    const view = opened.shown("one");
    await view.logged("ready");
    const first = await view.documentId();
    for (let time = 0; time < 50; time++) await render(opened, { view: "plain" });
    const inside = await view.document();
    await inside.evaluate("request('ping')");
    expect(await view.documentId()).toBe(first);
    expect((await view.log()).map(({ type }) => type)).toEqual(["ready"]);
    expect(await inside.evaluate("heard.filter(({ method }) => method !== undefined).length")).toBe(2);
    expect(await opened.page.locator("mcp-view").getAttribute("class")).toBe("chat-view");
    expect(await inside.evaluate("answer.hostContext.locale")).toBe("de");
  });

  test("a browser that cannot move frames keeps a view through StrictMode, too", async () => {
    await using opened = await stage.open();
    await opened.page.evaluate(() => {
      for (const { prototype } of [Element, Document, DocumentFragment])
        delete (prototype as { moveBefore?: unknown }).moveBefore;
    });
    for (let time = 0; time < 3; time++) await render(opened, { view: "plain" });
    const view = opened.shown("one");
    await view.logged("ready");
    const first = await view.documentId();
    for (let time = 0; time < 10; time++) await render(opened, { view: "plain" });
    await (await view.document()).evaluate("request('ping')");
    expect(await view.documentId()).toBe(first);
    expect((await view.log()).map(({ type }) => type)).toEqual(["ready"]);
  });

  test("a theme that changes is told, and loads nothing anew", async () => {
    await using opened = await stage.open();
    await render(opened, { view: "plain", theme: "light" });
    const view = opened.shown("one");
    await view.logged("ready");
    const first = await view.documentId();
    await render(opened, { view: "plain", theme: "dark" });
    const inside = await view.document();
    await waitInside(inside, "heard.some(({ params }) => params?.theme === 'dark')");
    expect(await view.documentId()).toBe(first);
  });

  test("a view that moves to another parent goes on where it was, and its newest handlers are asked", async () => {
    await using opened = await stage.open();
    await render(opened, { view: "plain", where: "left" });
    const view = opened.shown("one");
    await view.logged("ready");
    const first = await view.documentId();
    await (await view.document()).fill("#field", "half a sen");
    await render(opened, { view: "plain", where: "right" });
    await expect.poll(() => opened.page.locator("#right mcp-view iframe").count()).toBe(1);
    expect(await view.documentId()).toBe(first);
    const inside = await view.document();
    expect(await inside.evaluate("field.value")).toBe("half a sen");
    await inside.evaluate(`request("ui/open-link", { url: "https://a.example/" })`);
    expect((await view.log()).map(({ type }) => type)).toEqual(["ready", "broker.openLink"]);
  });

  test("a view that is unmounted for good says goodbye and is gone", async () => {
    const answers =
      "onMessage(({ id, method }) => method === 'ui/resource-teardown' && (console.log('goodbye'), send({ id, result: {} })));";
    stage.views.set("leaves", rawView(`${answers}\nawait start();`));
    await using opened = await stage.open();
    await render(opened, { view: "leaves", limits: { parkedMs: 100 } });
    await opened.shown("one").logged("ready");
    const goodbye = opened.page.waitForEvent("console", (message) => message.text() === "goodbye");
    await render(opened, {});
    await goodbye;
    await expect.poll(() => opened.page.frames().length).toBe(1);
  });

  test("a widget keeps its document when its theme changes, and gets a new one for a new address", async () => {
    stage.views.set(
      "widget",
      `<script>document.documentId = String(Math.random());
       addEventListener("message", ({ data }) => { document.theme = data.params.theme; });</script>`,
    );
    await using opened = await stage.open();
    const src = `${stage.sandbox}/view/widget`;
    await render(opened, { widget: { src, theme: "light" } });
    const frame = opened.page.frameLocator("iframe[title=Widget]").locator("html");
    const id = () =>
      frame.evaluate(({ ownerDocument }) => (ownerDocument as { documentId?: string }).documentId);
    const first = await id();
    expect(await opened.page.locator("iframe").getAttribute("src")).toBe(`${src}?theme=light`);
    expect(await opened.page.locator("iframe").getAttribute("sandbox")).toBe("allow-scripts");
    await render(opened, { widget: { src, theme: "dark" } });
    await expect
      .poll(() => frame.evaluate(({ ownerDocument }) => (ownerDocument as { theme?: string }).theme))
      .toBe("dark");
    expect(await id()).toBe(first);
    await render(opened, { widget: { src: `${src}?other`, theme: "dark" } });
    await expect.poll(id).not.toBe(first);
    await render(opened, {
      widget: { src: `${src}?other`, theme: "dark", sandbox: "allow-same-origin allow-forms" },
    });
    await expect
      .poll(() => opened.page.locator("iframe").getAttribute("sandbox"))
      .toBe("allow-scripts allow-forms");
  });

  test("a widget at our route changes its colors with the theme, and loses nothing", async () => {
    const themes = { light: { "--ns-ink": "rgb(1, 2, 3)" }, dark: { "--ns-ink": "rgb(200, 201, 202)" } };
    const handler = createMcpSandboxHandler({
      resolveResource: () => "<!doctype html><p id=text style='color:var(--ns-ink)'>x</p><input id=field>",
      themes,
      hostOrigins: [stage.host],
      mode: "direct",
    });
    await using route = await serveRequests("127.0.0.1", handler);
    await using opened = await stage.open();
    const show = (theme: string) =>
      render(opened, { widget: { src: `${route.origin}/?uri=ui://test/widget`, theme } });
    const inside = opened.page.frameLocator("iframe");
    const color = () => inside.locator("#text").evaluate((text) => getComputedStyle(text).color);
    await show("light");
    await expect.poll(color).toBe(themes.light["--ns-ink"]);
    await inside.locator("#field").fill("half a sen");
    await show("dark");
    await expect.poll(color).toBe(themes.dark["--ns-ink"]);
    await show("light");
    await expect.poll(color).toBe(themes.light["--ns-ink"]);
    expect(await inside.locator("#field").inputValue()).toBe("half a sen");
  });
});

test("both components render on a server", () => {
  const widget = createElement(McpUiWidget, { src: "ui://e2e/widget.html", theme: "dark" });
  expect(renderToString(widget)).toMatch(
    /^<iframe src="ui:\/\/e2e\/widget\.html\?theme=dark" title="MCP UI widget" sandbox="allow-scripts" loading="lazy" referrerPolicy="no-referrer"/i,
  );
  const record = { uri: "ui://a/b", src: "ui://a/b", source: "tool-meta" } as const;
  const view = createElement(McpView, {
    id: "one",
    session: { record },
    sandbox: { url: "https://ui.example/" },
  });
  expect(renderToString(view)).toBe('<mcp-view id="one"></mcp-view>');
});
