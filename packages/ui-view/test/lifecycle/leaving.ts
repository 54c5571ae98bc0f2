import { expect, test } from "vitest";
import { rawView } from "../stage/raw-view.ts";
import type { UiStage } from "../stage/ui-stage.ts";

const onTeardown = (answer: string) => `
  onMessage(({ id, method }) => {
    if (method !== "ui/resource-teardown") return;
    console.log("goodbye");
    ${answer}
  });
  await start();`;

/** Goodbyes: said before the frame goes, and not waited for without end. */
export function leaving(stage: () => UiStage): void {
  test.each([
    ["answers", "send({ id, result: {} });"],
    ["does not know the method", "send({ id, error: { code: -32601, message: 'what?' } });"],
    ["never answers", ""],
  ])("a view that %s is told before its frame goes", async (_, answer) => {
    stage().views.set("leaves", rawView(onTeardown(answer)));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "leaves", limits: { teardownTimeoutMs: 300 } });
    await view.logged("ready");
    const goodbye = opened.page.waitForEvent("console", (message) => message.text() === "goodbye");
    await opened.page.evaluate(() => window.view("one").teardown("The chat is over."));
    await goodbye;
    expect(await opened.page.locator("#one iframe").count()).toBe(0);
    expect(await view.state()).toBe("closed");
    expect(await view.log("error")).toEqual([]);
  });

  test("a view that needs time to save has it", async () => {
    const saves = "setTimeout(() => { console.log('saved'); send({ id, result: {} }); }, 200);";
    stage().views.set("saves", rawView(onTeardown(saves)));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "saves", limits: { teardownTimeoutMs: 10_000 } });
    await view.logged("ready");
    const saved = opened.page.waitForEvent("console", (message) => message.text() === "saved");
    await opened.page.evaluate(() => window.view("one").teardown());
    await saved;
    expect(await opened.page.evaluate(() => window.view("one").snapshot?.closed)).toEqual({
      reason: "teardown",
      answered: true,
    });
  });

  test("another call in the same element says goodbye to the first and loads its own view", async () => {
    stage().views.set("leaves", rawView(onTeardown("send({ id, result: {} });")));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "leaves" });
    await view.logged("ready");
    const first = await view.documentId();
    const goodbye = opened.page.waitForEvent("console", (message) => message.text() === "goodbye");
    await opened.page.evaluate(() => {
      const next = window.sessionOf("one", "leaves");
      window.view("one").session = { ...next, record: { ...next.record, toolCallId: "another" } };
    });
    await goodbye;
    await expect.poll(() => opened.page.locator("#one iframe").count()).toBe(1);
    await expect.poll(() => view.documentId()).not.toBe(first);
    await expect.poll(async () => (await view.log("ready")).length).toBe(2);
  });

  test("an element that is taken out stops at once and says nothing more", async () => {
    stage().views.set("plain", rawView("await start();"));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "plain" });
    await view.logged("ready");
    await opened.page.evaluate(() => window.view("one").remove());
    const entries = (await view.log()).length;
    await opened.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect((await view.log()).length).toBe(entries);
    expect(await view.log("error")).toEqual([]);
  });

  test("a parked view that nobody comes for says goodbye and leaves nothing in the page", async () => {
    stage().views.set("leaves", rawView(onTeardown("send({ id, result: {} });")));
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "leaves", limits: { parkedMs: 200 } });
    await view.logged("ready");
    const goodbye = opened.page.waitForEvent("console", (message) => message.text() === "goodbye");
    expect(
      await opened.page.evaluate(() => {
        const element = window.view("one");
        const parked = element.park();
        element.remove();
        return parked;
      }),
    ).toBe(true);
    await goodbye;
    await expect
      .poll(() => opened.page.evaluate(() => [...document.body.children].map(({ tagName }) => tagName)))
      .toEqual(["MAIN"]);
  });

  test("a view that asks to be closed is closed, unless the page keeps it", async () => {
    stage().views.set(
      "done",
      rawView(`${onTeardown("send({ id, result: {} });")}
      notify("ui/notifications/request-teardown");`),
    );
    await using opened = await stage().open();
    const view = await opened.show({ id: "one", view: "done", draft: true });
    await expect.poll(() => view.state()).toBe("closed");
    const kept = await opened.show({ id: "two", view: "done", draft: true, policy: "deny" });
    await kept.logged("closerequest");
    expect(await kept.state()).toBe("ready");
  });
}
