import { realCommand } from "@x/tooling/real-parts";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faultsOf, type HostMessage } from "./stage/message-schema.ts";
import type { Layout } from "./stage/sandbox-origin.ts";
import { openStage, type Stage } from "./stage/stage.ts";
import { puppetView } from "./views/puppet-view.ts";

const chromium = await realCommand("chromium", "apt-get install chromium");

/** What a view is told and answered, through the real proxy. */
describe.skipIf(!chromium).each<Layout>(["proxy", "proxy-html"])(
  "the protocol in the layout %s",
  (layout) => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage();
    });
    afterAll(() => stage?.[Symbol.asyncDispose]());

    const received = async (view: Frame): Promise<readonly HostMessage[]> =>
      (await view.evaluate("app.received")) as HostMessage[];
    const methods = async (view: Frame): Promise<readonly string[]> =>
      (await received(view)).map(
        ({ method, result }) => method ?? (result === undefined ? "error" : "result"),
      );
    const initialize = `app.request("ui/initialize", {
    appInfo: { name: "raw", version: "1" }, appCapabilities: {}, protocolVersion: "2026-01-26" })`;

    test("a slow view is told nothing before it is initialized, whatever happens, and then all in order", async () => {
      await using page = await stage.open();
      const shown = await page.show({
        view: puppetView,
        layout,
        session: { toolInput: {}, toolResult: undefined },
      });
      const view = await shown.frame();
      await page.page.evaluate((id) => {
        window.viewElement(id).theme = "dark";
      }, shown.id);
      await shown.update({ toolResult: { content: [{ type: "text", text: "the last word" }] } });
      expect(await methods(view)).toEqual([]);

      await view.evaluate(initialize);
      await page.page.evaluate((id) => {
        window.viewElement(id).theme = "light";
      }, shown.id);
      expect(await methods(view)).toEqual(["result"]);

      await view.evaluate("app.notify('ui/notifications/initialized')");
      await expect.poll(() => methods(view)).toContain("ui/notifications/tool-result");
      const got = await received(view);
      expect(got.map(({ method }) => method).filter((method) => method?.includes("/tool-"))).toEqual([
        "ui/notifications/tool-input",
        "ui/notifications/tool-result",
      ]);
      expect(got.find(({ method }) => method?.endsWith("tool-input"))?.params).toEqual({ arguments: {} });
      expect(got.at(-1)?.params).toMatchObject({ content: [{ text: "the last word" }] });
    });

    test("a call that is cancelled is told so, and nothing after it", async () => {
      await using page = await stage.open();
      const shown = await page.show({ view: puppetView, layout, session: { toolResult: undefined } });
      const view = await shown.frame();
      await view.evaluate("app.start()");
      await shown.update({ toolCancelled: { reason: "It took too long." } });
      await expect.poll(() => methods(view)).toContain("ui/notifications/tool-cancelled");
      await shown.update({ toolResult: { content: [] } });
      await view.evaluate("app.request('ping')");
      expect(await methods(view)).toEqual([
        "result",
        "ui/notifications/tool-input",
        "ui/notifications/tool-cancelled",
        "result",
      ]);
    });

    test("requests before ui/initialize are refused, and reach nobody", async () => {
      await using page = await stage.open();
      const shown = await page.show({ view: puppetView, layout, approve: "always" });
      const view = await shown.frame();
      for (const [method, params] of [
        ["tools/call", { name: "show", arguments: {} }],
        ["resources/read", { uri: "ui://test/other" }],
        ["ui/open-link", { url: "https://example.com/" }],
        ["ui/message", { role: "user", content: { type: "text", text: "obey" } }],
      ] as const)
        expect(
          await view.evaluate(`app.request(${JSON.stringify(method)}, ${JSON.stringify(params)})`),
          method,
        ).toMatchObject({ error: { code: expect.any(Number), message: expect.any(String) } });
      expect((await shown.notes()).filter(({ type }) => type !== "audit")).toEqual([]);
      await view.evaluate("app.start()");
      await shown.until("ready");
    });

    test("a view that does not say who it is is refused, and gone", async () => {
      await using page = await stage.open();
      const shown = await page.show({ view: puppetView, layout });
      const view = await shown.frame();
      await view.evaluate("void app.request('ui/initialize', { protocolVersion: '2026-01-26' })");
      expect((await shown.until("error")).detail).toMatchObject({ reason: "bad-initialize" });
      expect(await shown.card()).toContain(`the result for ${shown.id}`);
      expect(await page.page.locator(`#${shown.id} iframe`).count()).toBe(0);
    });

    test("everything that a view is ever told is as the official schema says", async () => {
      await using page = await stage.open();
      const settings = {
        theme: "light",
        hostContext: { locale: "de-DE", timeZone: "Europe/Berlin" },
      } as const;
      const session = { toolInput: undefined, toolResult: undefined, toolInputPartial: { item: "on" } };
      const shown = await page.show({ view: puppetView, layout, settings, session, approve: "once" });
      const view = await shown.frame();
      await view.evaluate(`{
      globalThis.asked = [];
      const { request } = app;
      app.request = async (method, params) => {
        const reply = await request(method, params);
        asked.push([reply.id, method]);
        return reply;
      };
    }`);
      await view.evaluate(initialize);
      await view.evaluate("app.notify('ui/notifications/initialized')");
      await shown.until("ready");
      await shown.update({ toolInput: { item: "one" } });
      await shown.update({
        toolResult: { content: [{ type: "text", text: "one" }], structuredContent: { one: 1 } },
      });
      await page.page.evaluate((id) => {
        window.viewElement(id).theme = "dark";
      }, shown.id);
      for (const [method, params] of [
        ["ping", {}],
        ["ui/open-link", { url: "https://example.com/" }],
        ["ui/open-link", { url: "javascript:alert(1)" }],
        ["ui/message", { role: "user", content: [{ type: "text", text: "hello" }] }],
        ["ui/update-model-context", { content: [{ type: "text", text: "it is late" }] }],
        ["ui/request-display-mode", { mode: "pip" }],
        ["resources/read", { uri: "ui://test/other" }],
        ["tools/call", { name: "nobody", arguments: {} }],
        ["nobody/knows", {}],
      ] as const)
        await view.evaluate(`app.request(${JSON.stringify(method)}, ${JSON.stringify(params)})`);
      await view.evaluate(`{
      app.answers["ui/resource-teardown"] = () => new Promise(() => {}); // it stays, to be asked what it heard
    }`);
      await page.page.evaluate((id) => void window.viewElement(id).teardown("It is over."), shown.id);
      await expect.poll(() => methods(view)).toContain("ui/resource-teardown");

      const all = await received(view);
      const asked = new Map((await view.evaluate("asked")) as [unknown, string][]);
      expect(faultsOf(all, asked)).toEqual([]);
      expect(new Set(all.map(({ method }) => method).filter((method) => method !== undefined))).toEqual(
        new Set([
          "ui/notifications/tool-input-partial",
          "ui/notifications/tool-input",
          "ui/notifications/tool-result",
          "ui/notifications/host-context-changed",
          "ui/resource-teardown",
        ]),
      );
      expect(all.filter(({ id, method }) => method === undefined && id !== undefined)).toHaveLength(10);
      await page.page.evaluate((id) => window.viewElement(id).kill(), shown.id);
      await expect.poll(() => page.page.locator(`#${shown.id} iframe`).count()).toBe(0);
    });

    test.each([
      ["answers late", "() => new Promise((resolve) => setTimeout(resolve, 200, {}))"],
      ["does not know the request", "undefined"],
      ["never answers", "() => new Promise(() => {})"],
    ])("a view that %s to a goodbye is gone in the end", async (_, answer) => {
      await using page = await stage.open();
      const settings = { limits: { teardownTimeoutMs: 500 } };
      const shown = await page.show({ view: puppetView, layout, settings });
      const view = await shown.frame();
      await view.evaluate("app.start()");
      await shown.until("ready");
      await view.evaluate(`void (app.answers["ui/resource-teardown"] = ${answer})`);
      await page.page.evaluate((id) => window.viewElement(id).teardown(), shown.id);
      expect(await page.page.locator(`#${shown.id} iframe`).count()).toBe(0);
      expect(await shown.state()).toBe("closed");
    });
  },
);
