import { expect, test } from "vitest";
import { rawView } from "../stage/raw-view.ts";
import type { UiStage } from "../stage/ui-stage.ts";
import { waitInside } from "../stage/wait-inside.ts";

/** From the address to a view that is up, and to the text that stands in for one that never is. */
export function starting(stage: () => UiStage): void {
  test.each(["proxy", "proxy-html"] as const)(
    "a view starts, and is told its call, in mode %s",
    async (mode) => {
      stage().views.set("plain", rawView("globalThis.answer = await start();"));
      await using opened = await stage().open();
      const view = await opened.show({ id: "one", view: "plain", mode });
      await view.logged("ready");
      const inside = await view.document();
      await waitInside(inside, "heard.length >= 3");
      expect(await inside.evaluate("heard.map(({ method, id }) => method ?? id)")).toEqual([
        1,
        "ui/notifications/tool-input",
        "ui/notifications/tool-result",
      ]);
      expect(await inside.evaluate("heard[1].params")).toEqual({ arguments: { item: "one" } });
      expect(await inside.evaluate("answer.hostContext")).toMatchObject({
        platform: "web",
        displayMode: "inline",
        availableDisplayModes: ["inline", "fullscreen"],
        toolInfo: { id: "one", tool: { name: "show" } },
      });
      expect(await view.state()).toBe("ready");
      expect(await opened.page.locator("#one iframe").getAttribute("referrerpolicy")).toBe("no-referrer");
    },
  );

  test("a plain document is shown without a handshake, and told its call if it makes one after all", async () => {
    stage().views.set(
      "seen",
      rawView("send({ method: 'test/relay-progress', params: { phase: 'view-loaded' } });"),
    );
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "seen", theme: "dark", session: { plain: true } });
    await expect.poll(() => view.state()).toBe("ready");
    expect(await view.log("ready")).toEqual([]);
    expect(await opened.page.evaluate(() => window.view("one").snapshot)).toMatchObject({
      phase: "waiting",
    });
    const inside = await view.document();
    expect(await inside.evaluate("heard")).toEqual([]);
    await inside.evaluate("start()");
    await waitInside(inside, "heard.some(({ method }) => method?.endsWith('tool-result'))");
    await view.logged("ready");
    await opened.page.evaluate(() => window.view("one").teardown());
    expect(await view.log("error")).toEqual([]);
  });

  test("a call without arguments is one with empty arguments, told once", async () => {
    stage().views.set("plain", rawView("await start();"));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "plain", without: ["toolInput"] });
    const inside = await view.document();
    await waitInside(inside, "heard.some(({ method }) => method?.endsWith('tool-result'))");
    expect(await inside.evaluate("heard.filter(({ method }) => method?.endsWith('tool-input'))")).toEqual([
      { jsonrpc: "2.0", method: "ui/notifications/tool-input", params: { arguments: {} } },
    ]);
  });

  test("a call that goes on reaches the view piece by piece", async () => {
    stage().views.set("plain", rawView("await start();"));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "plain", without: ["toolInput", "toolResult"] });
    await view.logged("ready");
    for (const more of [
      { toolInputPartial: { item: "o" } },
      { toolInputPartial: { item: "o" } },
      { toolInputPartial: { item: "on" } },
      { toolInput: { item: "one" } },
      { toolInput: { item: "one" } },
      { toolCancelled: { reason: "The user went home." } },
    ])
      await opened.page.evaluate((data) => {
        const element = window.view("one");
        if (element.session !== undefined) element.session = { ...element.session, ...data };
      }, more);
    const inside = await view.document();
    await waitInside(inside, "heard.some(({ method }) => method?.endsWith('cancelled'))");
    expect(
      await inside.evaluate("heard.slice(1).map(({ method, params }) => [method.slice(17), params])"),
    ).toEqual([
      ["tool-input-partial", { arguments: { item: "o" } }],
      ["tool-input-partial", { arguments: { item: "on" } }],
      ["tool-input", { arguments: { item: "one" } }],
      ["tool-cancelled", { reason: "The user went home." }],
    ]);
  });

  test.each([
    ["a proxy that never answers", "/proxy?slow", "", "proxy", "timeout"],
    ["a view that never speaks", "", "", "view", "timeout"],
    ["a view that stops half-way", "", "request('ui/initialize', hello);", "initialize", "timeout"],
    ["a view that says nothing of itself", "", "request('ui/initialize', {});", "view", "bad-initialize"],
  ])(
    "%s gives way to the tool's text, and says how far it got",
    async (_, address, script, phase, reason) => {
      const hello = `const hello = { appInfo: { name: "x", version: "1" }, appCapabilities: {}, protocolVersion: "2026-01-26" };`;
      stage().views.set("stuck", rawView(hello + script));
      await using opened = await stage().open();
      const view = await opened.show({
        id: "one",
        view: address === "" ? "stuck" : stage().sandbox + address,
        limits: { initTimeoutMs: 700 },
        session: { toolResult: { content: [{ type: "text", text: "<img src=x onerror=alert(1)> 12 €" }] } },
      });
      expect((await view.logged("error")).detail).toMatchObject({ phase, reason });
      expect(await view.state()).toBe("failed");
      const card = opened.page.getByRole("alert");
      expect(await card.textContent()).toContain("<img src=x onerror=alert(1)> 12 €");
      expect(await card.textContent()).toContain(`phase: ${phase}, reason: ${reason}`);
      expect(await opened.page.locator("#one img, #one iframe").count()).toBe(0);
    },
  );

  test("progress of the proxy gives a slow view more time", async () => {
    stage().views.set(
      "slow",
      rawView(`for (let step = 0; step < 6; step++) {
        await new Promise((resolve) => setTimeout(resolve, 400));
        notify("test/relay-progress");
      }
      await start();`),
    );
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "slow", limits: { initTimeoutMs: 1_200 } });
    await view.logged("ready");
    expect(await view.log("error")).toEqual([]);
  });

  test.each([
    ["the page's own origin", (own: UiStage) => `${own.host}/proxy`],
    ["no address", () => "http:"],
    ["data", () => "data:text/html,x"],
  ])("a sandbox at %s is refused", async (_, address) => {
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "plain", sandboxUrl: address(stage()) });
    expect((await view.logged("error")).detail).toMatchObject({ phase: "mint", reason: "sandbox" });
    expect(await opened.page.locator("#one iframe").count()).toBe(0);
  });

  test("a view that failed can be tried again", async () => {
    stage().views.set("late", rawView(""));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "late", limits: { initTimeoutMs: 500 } });
    await view.logged("error");
    stage().views.set("late", rawView("await start();"));
    await opened.page.evaluate(() => window.view("one").retry());
    await view.logged("ready");
    expect(await opened.page.getByRole("alert").count()).toBe(0);
  });

  test("a view can be stopped at once", async () => {
    stage().views.set("plain", rawView("await start();"));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "plain" });
    await view.logged("ready");
    await opened.page.evaluate(() => window.view("one").kill());
    expect((await view.logged("error")).detail).toMatchObject({ phase: "ready", reason: "killed" });
    expect(await opened.page.locator("#one iframe").count()).toBe(0);
    expect(await opened.page.getByRole("alert").textContent()).toContain("the answer for one");
  });

  test("a proxy frame that goes elsewhere ends the view, and hears nothing more", async () => {
    stage().views.set("plain", rawView("await start();"));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "plain" });
    await view.logged("ready");
    await opened.page
      .locator("#one iframe")
      .evaluate((frame: HTMLIFrameElement) => Object.assign(frame, { src: `${frame.src}&again` }));
    expect((await view.logged("error")).detail).toMatchObject({ phase: "ready", reason: "navigated" });
  });
}
