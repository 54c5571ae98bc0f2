import { realCommand } from "@x/tooling/real-parts";
import type { UiDocument } from "@x/ui-resources";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Layout, ServedView } from "./stage/sandbox-origin.ts";
import { openStage, type Stage } from "./stage/stage.ts";
import { cameraView } from "./views/camera-view.ts";
import { puppetView } from "./views/puppet-view.ts";

const chromium = await realCommand("chromium", "apt-get install chromium");
const flags = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

/** Forged messages, floods and permissions, through the real proxy. */
describe.skipIf(!chromium)("what a view can do to others", { timeout: 60_000 }, () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ flags });
  });
  afterEach(() => stage.attacker.forget());
  afterAll(() => stage?.[Symbol.asyncDispose]());

  const reserved = "ui/notifications/sandbox-";
  const call = {
    jsonrpc: "2.0",
    id: "forged",
    method: "tools/call",
    params: { name: "show", arguments: {} },
  };
  const result = { jsonrpc: "2.0", method: "ui/notifications/tool-result", params: { content: [] } };
  const takeover = {
    jsonrpc: "2.0",
    method: `${reserved}resource-ready`,
    params: { html: "<p>taken over</p>" },
  };
  const ending = { jsonrpc: "2.0", method: `${reserved}error`, params: { code: "navigated", fatal: true } };
  const post = (window: string, ...messages: readonly object[]): string =>
    `for (const message of ${JSON.stringify(messages)}) ${window}.postMessage(message, "*")`;

  describe.each<Layout>(["proxy", "proxy-html", "dedicated"])("in the layout %s", (layout) => {
    test("a view cannot speak as its proxy, past it to the page, or into another view", async () => {
      await using page = await stage.open();
      const victim = await page.show({ view: puppetView, layout, approve: "always" });
      const forger = await page.show({ view: puppetView, layout, approve: "always" });
      const [inner, view] = [await victim.frame(), await forger.frame()];
      for (const frame of [inner, view]) await frame.evaluate("app.start()");
      await victim.until("ready");
      await forger.until("ready");
      const told = (await inner.evaluate("app.received.length")) as number;

      await view.evaluate(
        post("parent", takeover, ending, { ...takeover, method: `${reserved}proxy-ready` }),
      );
      await view.evaluate(post("top", call, ending));
      // The frames of elements are in shadow trees: another frame finds no window of theirs to post to.
      expect(await view.evaluate("top.length")).toBe(0);
      // What was posted first is heard first, so after these answers all of it was heard.
      await view.evaluate("app.request('ping')");
      await inner.evaluate("app.request('ping')");

      expect(await inner.evaluate("app.received.length")).toBe(told + 1);
      for (const shown of [victim, forger]) {
        expect(await shown.state()).toBe("ready");
        expect(await shown.notes("callTool")).toEqual([]);
        expect(await (await shown.frame()).evaluate("document.title")).toBe("puppet");
      }
    });

    test("a page of somebody else in the same window is heard by nobody", async () => {
      await using page = await stage.open();
      const shown = await page.show({ view: puppetView, layout, approve: "always" });
      const inner = await shown.frame();
      await inner.evaluate("app.start()");
      await shown.until("ready");
      const told = (await inner.evaluate("app.received.length")) as number;
      await page.page.evaluate((src) => {
        document.body.append(Object.assign(document.createElement("iframe"), { name: "stranger", src }));
      }, `${stage.attacker.origin}/stranger`);
      await expect.poll(() => page.page.frame("stranger")?.url()).toContain("/stranger");
      const stranger = page.page.frame("stranger");
      await stranger?.evaluate(post("top", call, result, takeover, ending));
      expect(await stranger?.evaluate("top.length")).toBe(1); // itself
      await inner.evaluate("app.request('ping')");
      expect(await inner.evaluate("app.received.length")).toBe(told + 1);
      expect(await shown.state()).toBe("ready");
      expect(await shown.notes("callTool")).toEqual([]);
    });

    test("a flood ends the view that sends it, and no other", async () => {
      await using page = await stage.open();
      const flooder = await page.show({ view: puppetView, layout });
      const calm = await page.show({ view: puppetView, layout });
      for (const shown of [flooder, calm]) await (await shown.frame()).evaluate("void app.start()");
      await calm.until("ready");
      await flooder.until("ready");
      await (await flooder.frame()).evaluate(`void setTimeout(() => {
        for (let count = 0; count < 20_000; count += 1)
          app.notify("notifications/message", { level: "info", data: "again" });
      })`);
      expect((await flooder.until("error")).detail).toMatchObject({ reason: "flood" });
      expect(await (await calm.frame()).evaluate("app.request('ping')")).toMatchObject({ result: {} });
      expect(await calm.state()).toBe("ready");
      expect((await flooder.notes("log")).length).toBeLessThan(200);
    });
  });

  describe("with a camera", () => {
    /** Shows the view on a page that grants, and says what came of asking for the camera. */
    async function look(layout: Layout, view: ServedView, grants: readonly "camera"[]): Promise<unknown> {
      await using page = await stage.open();
      const { ui } = (view._meta ?? {}) as { readonly ui?: Partial<UiDocument> };
      const document = { ...emptyDocument(view), ...ui };
      const shown = await page.show({ view, layout, settings: { grants }, session: { document } });
      await shown.until("ready");
      return await (await shown.frame()).evaluate("look()");
    }

    test("a view sees where it declares so and the page grants it, on an origin of its own", async () => {
      expect(await look("dedicated", cameraView("granted", true), ["camera"])).toBe("live");
      expect(await look("dedicated", cameraView("not-granted", true), [])).toBe("NotAllowedError");
      expect(await look("dedicated", cameraView("not-declared", false), ["camera"])).toBe("NotAllowedError");
    });

    test.each<Layout>(["proxy", "proxy-html"])(
      "an opaque view in %s is given none: Chromium has none for it",
      async (layout) => {
        expect(await look(layout, cameraView("granted", true), ["camera"])).toBe("SecurityError");
      },
    );
  });
});

function emptyDocument({ uri, mimeType, text }: ServedView): Omit<UiDocument, "html"> {
  return { uri, mimeType, digest: "", lengthBytes: text.length, problems: [] };
}
