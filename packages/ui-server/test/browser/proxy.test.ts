import { realCommand } from "@x/tooling/real-parts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../fixtures/browser.ts";
import { openStage, type Stage } from "../fixtures/stage.ts";
import { echo, leaving, posting, prying } from "../fixtures/views.ts";

const chromium = await realCommand("chromium", "apt-get install chromium");
const uri = "ui://test/view";

describe.skipIf(!chromium)("the proxy in a browser", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser.close());

  /** A stage with one view shown, by its address or by what the page brings, as the mode wants it. */
  async function show(mode: "proxy" | "proxy-html", html: string, theme?: string): Promise<Stage> {
    const stage = await openStage(browser, { [uri]: html }, { mode });
    await stage.show(await stage.handler.mint({ uri, ...(theme === undefined ? {} : { theme }) }));
    await stage.until("ui/notifications/sandbox-proxy-ready");
    if (mode === "proxy-html") await stage.sendHtml(html);
    return stage;
  }

  describe.each(["proxy", "proxy-html"] as const)("in mode %s", (mode) => {
    test("passes messages on both ways, between an opaque view of full size and the page", async () => {
      await using stage = await show(mode, echo);
      await stage.until("ui/initialize");
      const answer = { jsonrpc: "2.0", id: 1, result: { hello: "view" } };
      await stage.send(answer);
      const { data, origin } = await stage.until("test/echo");
      expect(origin).toBe(stage.sandboxOrigin);
      expect(data.params).toMatchObject({
        data: answer,
        origin: stage.sandboxOrigin,
        self: "null",
        size: [400, 300],
        referrer: "",
      });
      const methods = (await stage.received()).map(({ data }) => data.method);
      expect(methods[0]).toBe("ui/notifications/sandbox-proxy-ready");
      expect(methods.filter((method) => method === "ui/notifications/sandbox-progress")).toHaveLength(2);
      expect(stage.complaints).toEqual([]);
    });

    test("drops reserved messages of either side, and what is no message, and answers what asks", async () => {
      const values = `[
        { jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: { forged: true } },
        { jsonrpc: "2.0", method: "ui/notifications/sandbox-error", params: { forged: true } },
        { jsonrpc: "1.0", method: "test/forged" }, { method: "test/forged" }, "test/forged", null, 7, [{ jsonrpc: "2.0", method: "test/forged" }],
        { jsonrpc: "2.0", method: "test/forged", id: {} }, { jsonrpc: "2.0", id: 1 }, { jsonrpc: "2.0", id: 1, result: {}, error: {} },
        { jsonrpc: "2.0", method: "test/big", params: 1n },
      ]`;
      await using stage = await show(mode, posting(values));
      await stage.until("test/done");
      const received = await stage.received();
      const relayed = received.filter(({ data }) => !data.method?.startsWith("ui/notifications/sandbox-"));
      expect(relayed.map(({ data }) => data)).toEqual([{ jsonrpc: "2.0", method: "test/done" }]);
      expect(JSON.stringify(received)).not.toContain("forged");
      const errors = received.filter(({ data }) => data.method === "ui/notifications/sandbox-error");
      expect(errors).toHaveLength(12);
      expect(errors[0]?.data.params).toMatchObject({ code: "message_refused", fatal: false });
    });

    test("answers a request of the page that it does not pass on", async () => {
      await using stage = await show(mode, echo);
      await stage.until("ui/initialize");
      await stage.send({ jsonrpc: "2.0", id: "x", method: "ui/notifications/sandbox-surprise" });
      await stage.until("ui/notifications/sandbox-error");
      const received = await stage.received();
      expect(received.find(({ data }) => data.id === "x")?.data).toMatchObject({ error: { code: -32600 } });
      expect(received.some(({ data }) => data.method === "test/echo")).toBe(false);
    });

    test.each([
      "location",
      "replace",
      "anchor",
      "meta",
      "blob",
      "data",
      "reload",
      "form",
      ...(mode === "proxy" ? ["proxy"] : []),
    ])("a view that leaves by %s reaches nobody, and is removed", async (by) => {
      await using stage = await show(mode, leaving);
      await stage.until("test/ready");
      await stage.send({
        jsonrpc: "2.0",
        method: "go",
        params: { to: stage.attacker, by, secret: "tool result" },
      });
      const { data } = await stage.until("ui/notifications/sandbox-error");
      expect(data.params).toMatchObject({ code: "navigated", fatal: true });
      await stage.send({
        jsonrpc: "2.0",
        method: "ui/notifications/tool-result",
        params: { secret: "later" },
      });
      expect(await stage.viewCount()).toBe(0);
      const received = JSON.stringify(await stage.received());
      expect(received).not.toMatch(/stolen|test\/blob|test\/data/);
      expect(stage.stolen).toEqual([]);
    });

    test.each([
      ["parent", "SecurityError"],
      ["top", "SecurityError"],
      ["open", "null"],
      ["srcdoc", "frame-src"],
    ])("a view cannot get out by %s: %s", async (by, evidence) => {
      await using stage = await show(mode, leaving);
      await stage.until("test/ready");
      await stage.send({ jsonrpc: "2.0", method: "go", params: { to: stage.attacker, by } });
      expect((await stage.until("test/stopped")).data.params).toEqual({ evidence });
      expect(new URL(stage.page.url()).origin).toBe(stage.hostOrigin);
      expect(await stage.viewCount()).toBe(1);
      expect(stage.context.pages()).toHaveLength(1);
      expect(stage.stolen).toEqual([]);
    });

    test("a view sees nothing of the proxy, keeps nothing, and loads nothing from elsewhere", async () => {
      await using stage = await show(mode, prying);
      await stage.until("test/ready");
      await stage.send({ jsonrpc: "2.0", method: "go", params: { attacker: stage.attacker } });
      const { data } = await stage.until("test/tried");
      expect(data.params).toMatchObject({
        tried: {
          parentDocument: "SecurityError",
          parentConfig: "SecurityError",
          cookie: "SecurityError",
          localStorage: "SecurityError",
          indexedDB: "SecurityError",
        },
        violations: expect.arrayContaining(["connect-src", "img-src", "script-src-elem", "style-src-elem"]),
      });
      expect(stage.stolen).toEqual([]);
    });

    test("a message that is too large is not passed on, and its sender is told", async () => {
      const html = posting(`[{ jsonrpc: "2.0", id: 5, method: "tools/call", params: "x".repeat(2000) }]`);
      await using stage = await openStage(
        browser,
        { [uri]: html },
        { mode, limits: { maxMessageLength: 1000 } },
      );
      await stage.show(await stage.handler.mint({ uri }));
      await stage.until("ui/notifications/sandbox-proxy-ready");
      if (mode === "proxy-html") await stage.sendHtml(html);
      await stage.until("test/done");
      expect((await stage.received()).some(({ data }) => data.method === "tools/call")).toBe(false);
    });

    test("a view that floods the page is removed", async () => {
      const html = posting(`Array.from({ length: 5000 }, () => ({ jsonrpc: "2.0", method: "test/flood" }))`);
      await using stage = await show(mode, html);
      const { data } = await stage.until("ui/notifications/sandbox-error");
      expect(data.params).toMatchObject({ code: "flooded", fatal: true });
      const flood = (await stage.received()).filter(({ data }) => data.method === "test/flood");
      expect(flood.length).toBeLessThan(2000);
    });

    test("a third window is not heard, neither as the page nor as the view", async () => {
      await using stage = await show(mode, echo);
      await stage.until("ui/initialize");
      await stage.page.evaluate(() => {
        const third = document.createElement("iframe");
        third.srcdoc = `<script>
          const forged = { jsonrpc: "2.0", method: "test/forged" };
          parent.frames[0].postMessage(forged, "*");
          parent.frames[0].frames[0].postMessage(forged, "*");
          parent.postMessage({ jsonrpc: "2.0", method: "test/third" }, "*");
        </script>`;
        document.body.append(third);
      });
      await stage.until("test/third");
      await stage.send({ jsonrpc: "2.0", method: "after" });
      await stage.until("test/echo");
      const echoes = (await stage.received()).filter(({ data }) => data.method === "test/echo");
      const seen = echoes.map(({ data }) => data.params);
      // What a third window posts to the view itself only the view can refuse; through the proxy nothing came.
      expect(seen).toContainEqual(expect.objectContaining({ data: { jsonrpc: "2.0", method: "after" } }));
      const viaProxy = seen.filter((params) => JSON.stringify(params).includes(stage.sandboxOrigin));
      expect(JSON.stringify(viaProxy)).not.toContain("forged");
    });
  });

  test("the first paint of a view has its theme", async () => {
    await using stage = await show("proxy", echo, "dark");
    await stage.until("ui/initialize");
    await stage.send({ jsonrpc: "2.0", method: "look" });
    expect((await stage.until("test/echo")).data.params).toMatchObject({ color: "#eee" });
  });

  test("the proxy follows the theme that its view is told, and nothing else that says theme", async () => {
    await using stage = await show("proxy", echo, "light");
    await stage.until("ui/initialize");
    const scheme = (): Promise<string> =>
      stage.page
        .frameLocator("iframe")
        .locator("html")
        .evaluate((root) => getComputedStyle(root).colorScheme);
    expect(await scheme()).toBe("light");
    await stage.send({ jsonrpc: "2.0", id: 1, result: { hostContext: { theme: "dark" } } });
    await expect.poll(scheme).toBe("dark");
    await stage.send({
      jsonrpc: "2.0",
      method: "ui/notifications/host-context-changed",
      params: { theme: "light" },
    });
    await expect.poll(scheme).toBe("light");
    await stage.send({ jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { theme: "dark" } });
    await expect.poll(async () => JSON.stringify(await stage.received())).toContain("tool-result");
    expect(await scheme()).toBe("light");
  });

  test("a proxy that waits for a document takes one, and no second one", async () => {
    await using stage = await openStage(browser, {}, { mode: "proxy-html" });
    await stage.show(stage.handler.proxyUrl());
    await stage.until("ui/notifications/sandbox-proxy-ready");
    await stage.sendHtml(echo);
    await stage.until("ui/initialize");
    await stage.sendHtml("<p>Another</p>");
    expect((await stage.until("ui/notifications/sandbox-error")).data.params).toMatchObject({ fatal: false });
    await expect.poll(() => stage.view()?.title()).toBe("View");
  });

  test("a proxy does not take a document from a page that is not its host", async () => {
    await using stage = await openStage(browser, {}, { mode: "proxy-html" });
    const stranger = stage.handler.proxyUrl();
    await stage.page.goto(stage.attacker);
    await stage.page.setContent(`<iframe src="${stranger.href}"></iframe>`);
    await expect.poll(() => stage.page.frames()[1]?.url()).toMatch(/^chrome-error:/);
  });

  test.each(["proxy", "proxy-html"] as const)(
    "in mode %s a proxy talks to the page that it was minted for, and to no other allowed one",
    async (mode) => {
      const other = "http://other.localhost:9";
      await using first = await openStage(browser, {});
      const hostOrigins = [first.hostOrigin, other];
      await using stage = await openStage(browser, { [uri]: echo }, { mode, hostOrigins });
      await stage.page.goto(first.hostOrigin);
      await stage.show(await stage.handler.mint({ uri, hostOrigin: other }));
      await stage.page.frameLocator("iframe").locator("body").waitFor({ state: "attached" });
      await stage.sendHtml("<title>Forged</title>");
      await stage.send({ jsonrpc: "2.0", method: "forged" });
      if (mode === "proxy") {
        await expect.poll(() => stage.view()?.title()).toBe("View");
        await stage.send({ jsonrpc: "2.0", method: "forged" });
        expect(await stage.view()?.evaluate(() => Reflect.get(window, "heard"))).toEqual([]);
      } else expect(await stage.viewCount()).toBe(0);
      expect(await stage.received()).toEqual([]);
    },
  );
});
