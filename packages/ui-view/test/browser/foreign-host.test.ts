import path from "node:path";
import { realCommand } from "@x/tooling/real-parts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServedOrigin } from "../stage/serve-requests.ts";
import { launchBrowser } from "./stage/browser.ts";
import { startHostOrigin } from "./stage/host-origin.ts";
import { type SandboxOrigin, startSandboxOrigin } from "./stage/sandbox-origin.ts";
import { shopView } from "./views/shop-view.ts";

const chromium = await realCommand("chromium", "apt-get install chromium");
const program = path.join(import.meta.dirname, "page/bridge-program.ts");

/** A host that is not ours: the official AppBridge around our proxy. */
describe.skipIf(!chromium)("our proxy under the official AppBridge", () => {
  let host: ServedOrigin;
  let sandbox: SandboxOrigin;
  let browser: Browser;

  beforeAll(async () => {
    host = await startHostOrigin({}, program);
    sandbox = await startSandboxOrigin(host.origin);
    sandbox.serve({ uri: "ui://shop/cart", mimeType: "text/html;profile=mcp-app", text: shopView });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.[Symbol.asyncDispose]();
    await host?.[Symbol.asyncDispose]();
  });

  test.each(["proxy", "proxy-html"] as const)("carries a view and its calls in %s", async (layout) => {
    const page = await browser.newPage();
    await page.goto(host.origin);
    await page.waitForFunction("window.showInBridge !== undefined");
    const url = await sandbox.mint(layout, "ui://shop/cart", host.origin);
    const html = layout === "proxy-html" ? shopView : undefined;
    await page.evaluate(([at, text]) => window.showInBridge(at, text), [url, html] as const);
    const view = page.frameLocator("iframe").frameLocator("iframe");
    await view.getByText("tea, honey").waitFor();
    await view.getByRole("button", { name: "Buy" }).click();
    await view.getByText("Bought tea.").waitFor();
    expect(await page.evaluate(() => window.story)).toEqual([
      "sandboxready",
      "initialized",
      'call buy {"item":"tea"}',
    ]);
    await page.close();
  });
});
