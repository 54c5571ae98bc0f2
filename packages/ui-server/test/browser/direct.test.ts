import { realCommand } from "@x/tooling/real-parts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../fixtures/browser.ts";
import { openStage, type Stage } from "../fixtures/stage.ts";
import { echo, leaving, prying } from "../fixtures/views.ts";

const chromium = await realCommand("chromium", "apt-get install chromium");
const uri = "ui://test/view";

describe.skipIf(!chromium)("one frame, in a browser", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser.close());

  async function show(html: string, path: "/guarded" | "/", url?: (stage: Stage) => URL): Promise<Stage> {
    const stage = await openStage(browser, { [uri]: html }, { mode: "direct" });
    await stage.page.goto(`${stage.hostOrigin}${path}`);
    await stage.show(url?.(stage) ?? (await stage.handler.mint({ uri, theme: "dark" })));
    return stage;
  }

  test("a view is opaque, themed, and talks to the page itself", async () => {
    await using stage = await show(echo, "/guarded");
    expect((await stage.until("ui/initialize")).origin).toBe("null");
    await stage.send({ jsonrpc: "2.0", method: "look" });
    expect((await stage.until("test/echo")).data.params).toMatchObject({
      self: "null",
      color: "#eee",
      referrer: "",
    });
  });

  test("a view is opaque even where the page forgot the sandbox, and has nothing of the origin it comes from", async () => {
    await using stage = await openStage(browser, { [uri]: prying }, { mode: "direct" });
    const url = await stage.handler.mint({ uri });
    await stage.page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement("iframe"), { src }));
    }, url.href);
    await stage.until("test/ready");
    await stage.send({ jsonrpc: "2.0", method: "go", params: { attacker: stage.attacker } });
    const tried = { cookie: "SecurityError", localStorage: "SecurityError" };
    expect((await stage.until("test/tried")).data.params).toMatchObject({ tried });
    expect(stage.stolen).toEqual([]);
  });

  test("the policy of the page stops the canary, and then it stops a view that leaves", async () => {
    await using stage = await show(leaving, "/guarded", ({ handler }) => handler.canaryUrl());
    expect((await stage.until("violation")).data).toMatchObject({
      effectiveDirective: "frame-src",
      blockedURI: expect.stringContaining("https://mcp-ui-canary.invalid"),
    });
    await using other = await show(leaving, "/guarded");
    await other.until("test/ready");
    await other.send({ jsonrpc: "2.0", method: "go", params: { to: other.attacker, by: "location" } });
    await other.until("violation");
    expect(other.stolen).toEqual([]);
  });

  test("a page without a policy does not stop the canary, and a view leaves it with what it knows", async () => {
    await using stage = await show(leaving, "/", ({ handler }) => handler.canaryUrl());
    await expect.poll(() => stage.page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    expect((await stage.received()).some(({ data }) => data.method === "violation")).toBe(false);
    await using other = await show(leaving, "/");
    await other.until("test/ready");
    await other.send({ jsonrpc: "2.0", method: "go", params: { to: other.attacker, by: "location" } });
    await expect.poll(() => other.stolen.length).toBe(1);
  });
});
