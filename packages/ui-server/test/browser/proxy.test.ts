import { realCommand } from "@x/tooling/real-parts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../fixtures/browser.ts";
import { openStage } from "../fixtures/stage.ts";

const chromium = await realCommand("chromium", "apt-get install chromium");

/** A view without any SDK: says hello, and answers what it is sent with what it saw. */
const echo = `<!doctype html><html><head><title>Echo</title></head><body><p id="p">Hi</p><script>
parent.postMessage({ jsonrpc: "2.0", id: 1, method: "ui/initialize", params: {} }, "*");
addEventListener("message", ({ data, origin }) => parent.postMessage({ jsonrpc: "2.0", method: "test/echo", params: {
  data, origin, self: String(window.origin), color: getComputedStyle(document.documentElement).getPropertyValue("--color-text-primary"),
} }, "*"));
</script></body></html>`;

describe.skipIf(!chromium)("the proxy in a browser", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser.close());

  test("a view and its page talk through the proxy", async () => {
    await using stage = await openStage(browser, { "ui://test/echo": echo });
    await stage.show(await stage.handler.mint({ uri: "ui://test/echo", theme: "dark" }));
    await stage.until("ui/initialize");
    await stage.send({ jsonrpc: "2.0", id: 1, result: { hello: "view" } });
    const { data, origin } = await stage.until("test/echo");
    expect(origin).toBe(stage.sandboxOrigin);
    expect(data.params).toMatchObject({ self: "null", color: "#eee", origin: stage.sandboxOrigin });
  });
});
