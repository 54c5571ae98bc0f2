import { realCommand } from "@x/tooling/real-parts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, launchPlainBrowser } from "../fixtures/browser.ts";
import { openStage } from "../fixtures/stage.ts";
import { echo, prying } from "../fixtures/views.ts";

const chromium = await realCommand("chromium", "apt-get install chromium");
const uri = "ui://test/view";

describe.skipIf(!chromium)("what a view is given, in a browser", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser.close());

  test("a proxy that is opened as a page is an error page, and so is a view", async () => {
    await using stage = await openStage(browser, { [uri]: echo });
    const url = await stage.handler.mint({ uri });
    for (const path of ["/proxy", "/view"]) {
      url.pathname = path;
      const response = await stage.page.goto(url.href);
      expect([path, response?.status()]).toEqual([path, 403]);
    }
  });

  test("in mode dedicated a view keeps things on an origin of its own, and the proxy stays out of reach", async () => {
    await using plain = await launchPlainBrowser();
    await using stage = await openStage(plain.browser, { [uri]: prying }, { mode: "dedicated" });
    await stage.show(await stage.handler.mint({ uri, serverId: "shop" }));
    await stage.until("test/ready");
    await stage.send({ jsonrpc: "2.0", method: "go", params: { attacker: stage.attacker } });
    const { data, origin } = await stage.until("test/tried");
    expect(origin).toBe(stage.sandboxOrigin);
    const tried = { parentDocument: "SecurityError", parentConfig: "SecurityError", localStorage: "kept" };
    expect(data.params).toMatchObject({ tried });
    await expect.poll(() => stage.view()?.url()).toMatch(/^http:\/\/[0-9a-f]{32}\.views\.localhost:/);
    expect(stage.stolen).toEqual([]);
  });

  test("a granted permission reaches a view that declares it, and no other one", async () => {
    const asking = (declared: object): object => ({
      uri,
      mimeType: "text/html;profile=mcp-app",
      text: `<!doctype html><script>
        const names = ["camera", "microphone", "geolocation"];
        parent.postMessage({ jsonrpc: "2.0", method: "test/allowed", params: names.filter((name) => document.featurePolicy.allowsFeature(name)) }, "*");
      </script>`,
      _meta: { ui: { permissions: declared } },
    });
    const allowed = async (declared: object): Promise<unknown> => {
      await using stage = await openStage(
        browser,
        { [uri]: asking(declared) },
        { grants: ["camera", "geolocation"] },
      );
      await stage.show(await stage.handler.mint({ uri }), "camera; geolocation");
      return (await stage.until("test/allowed")).data.params;
    };
    expect(await allowed({ camera: {}, microphone: {} })).toEqual(["camera"]);
    expect(await allowed({})).toEqual([]);
  });
});
