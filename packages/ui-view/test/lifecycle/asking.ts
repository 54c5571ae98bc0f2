import { expect, test } from "vitest";
import { rawView } from "../stage/raw-view.ts";
import type { UiPage, UiStage } from "../stage/ui-stage.ts";

interface Reply {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** What views ask of their page: events decide, the broker does. */
export function asking(stage: () => UiStage): void {
  /** Asks from within a view; answers the reply. */
  async function ask(
    opened: UiPage,
    method: string,
    params: unknown,
    policy?: "deny",
    extra = {},
  ): Promise<Reply> {
    stage().views.set("asks", rawView("await start();"));
    const view = await opened.show({ id: "one", view: "asks", ...(policy && { policy }), ...extra });
    await view.logged("ready");
    const inside = await view.document();
    return inside.evaluate(`request(${JSON.stringify(method)}, ${JSON.stringify(params)})`);
  }

  const message = { role: "user", content: [{ type: "text", text: "Buy it" }] };

  test.each([
    ["ui/open-link", { url: "https://shop.example/a" }, "openlink", "broker.openLink"],
    ["ui/message", message, "message", "broker.sendMessage"],
    ["ui/update-model-context", { content: message.content }, "modelcontext", "broker.updateModelContext"],
  ])("%s is done after its event", async (method, params, event, done) => {
    await using opened = await stage().open();
    const reply = await ask(opened, method, params);
    expect(reply.error).toBeUndefined();
    await opened.shown("one").logged(done);
    const types = (await opened.shown("one").log()).map(({ type }) => type);
    expect(types.indexOf(event)).toBeGreaterThan(-1);
    expect(types.indexOf(event)).toBeLessThan(types.indexOf(done));
  });

  test.each([
    ["ui/open-link", { url: "https://shop.example/a" }, "broker.openLink"],
    ["ui/message", message, "broker.sendMessage"],
  ])("%s is not done where a listener prevents it, and the view is told", async (method, params, done) => {
    await using opened = await stage().open();
    const reply = await ask(opened, method, params, "deny");
    expect(reply.error?.message ?? JSON.stringify(reply.result)).toMatch(/not allow|isError":true/);
    expect(await opened.shown("one").log(done)).toEqual([]);
  });

  test("a model context that a listener prevents goes nowhere", async () => {
    await using opened = await stage().open();
    await ask(opened, "ui/update-model-context", { content: message.content }, "deny");
    await opened.shown("one").logged("modelcontext");
    expect(await opened.shown("one").log("broker.updateModelContext")).toEqual([]);
  });

  test.each([
    ["yes", true],
    ["no", false],
    ["an error", "reject"],
  ] as const)("a listener may think about it, and then say %s", async (_, answer) => {
    await using opened = await stage().open();
    stage().views.set("asks", rawView("await start();"));
    const view = await opened.show({ id: "one", view: "asks" });
    await view.logged("ready");
    await opened.page.evaluate((decision) => {
      window.view("one").addEventListener("openlink", ({ detail }) =>
        detail.decide(
          new Promise((resolve, reject) => {
            setTimeout(() => (decision === "reject" ? reject(new Error("no")) : resolve(decision)), 50);
          }),
        ),
      );
    }, answer);
    const inside = await view.document();
    const reply: Reply = await inside.evaluate(`request("ui/open-link", { url: "https://shop.example/" })`);
    expect((await view.log("broker.openLink")).length).toBe(answer === true ? 1 : 0);
    expect(reply.error === undefined && !JSON.stringify(reply.result).includes("isError")).toBe(
      answer === true,
    );
  });

  test.each([
    "http://a.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "//a.example",
  ])("a link to %s reaches nobody", async (url) => {
    await using opened = await stage().open();
    const reply = await ask(opened, "ui/open-link", { url });
    expect(reply.error ?? reply.result).toSatisfy((said: object) => !/^\{\}$/.test(JSON.stringify(said)));
    expect((await opened.shown("one").log()).filter(({ type }) => /link/i.test(type))).toEqual([]);
  });

  test("http and mailto links open where the page's policy says so", async () => {
    await using opened = await stage().open();
    stage().views.set("asks", rawView("await start();"));
    const view = await opened.show({ id: "one", view: "asks", linkSchemes: ["https:", "http:", "mailto:"] });
    await view.logged("ready");
    const inside = await view.document();
    for (const url of ["http://a.example/", "mailto:a@a.example"])
      await inside.evaluate(`request("ui/open-link", ${JSON.stringify({ url })})`);
    expect((await view.log("broker.openLink")).map(({ detail }) => (detail as { url: string }).url)).toEqual([
      "http://a.example/",
      "mailto:a@a.example",
    ]);
  });

  test("without a broker of its own a link opens a tab that knows nothing of the page", async () => {
    await using opened = await stage().open();
    stage().views.set("asks", rawView("await start();", "<button id=go>Go</button>"));
    const view = await opened.show({ id: "one", view: "asks", linkSchemes: ["http:"] });
    await view.logged("ready");
    await opened.page.evaluate(() => {
      window.view("one").broker = {};
    });
    const inside = await view.document();
    const target = `${stage().sandbox}/view/asks`;
    await inside.evaluate(`go.onclick = () => request("ui/open-link", { url: ${JSON.stringify(target)} })`);
    const popup = opened.page.context().waitForEvent("page");
    await inside.click("#go");
    const tab = await popup;
    await tab.waitForLoadState();
    expect(tab.url()).toBe(target);
    expect(await tab.evaluate("[opener === null, document.referrer]")).toEqual([true, ""]);
  });

  test("files are saved in the draft, under clean names, and not without it", async () => {
    const contents = [
      { type: "resource", resource: { uri: "x/../../a%2Fb.txt", mimeType: "text/plain", text: "a text" } },
    ];
    await using opened = await stage().open();
    const refused = await ask(opened, "ui/download-file", { contents });
    expect(refused.error).toBeDefined();
    await using drafted = await stage().open();
    const reply = await ask(drafted, "ui/download-file", { contents }, undefined, { draft: true });
    expect(reply.error).toBeUndefined();
    expect((await drafted.shown("one").logged("broker.download")).detail).toEqual(["ab.txt"]);
    await drafted.page.evaluate(() => {
      window.view("one").broker = {};
    });
    const download = drafted.page.waitForEvent("download");
    const inside = await drafted.shown("one").document();
    await inside.evaluate(`request("ui/download-file", ${JSON.stringify({ contents })})`);
    expect((await download).suggestedFilename()).toBe("ab.txt");
  });

  test("calls of tools need an approval, and reach the broker as they were approved", async () => {
    await using opened = await stage().open();
    stage().views.set("asks", rawView("await start();"));
    const view = await opened.show({ id: "one", view: "asks", approve: true });
    await view.logged("ready");
    const inside = await view.document();
    const call = `request("tools/call", { name: "show", arguments: { item: 2 } })`;
    const reply: Reply = await inside.evaluate(call);
    expect(reply.result).toEqual({ content: [{ type: "text", text: "called" }] });
    const types = (await view.log()).map(({ type }) => type).filter((type) => type.startsWith("broker"));
    expect(types).toEqual(["broker.approve", "broker.callTool"]);
    await using other = await stage().open();
    const refused = await ask(other, "tools/call", { name: "show", arguments: { item: 2 } });
    expect(refused.error ?? refused.result).toSatisfy((said: object) =>
      /den|approv|allow/i.test(JSON.stringify(said)),
    );
    expect(await other.shown("one").log("broker.callTool")).toEqual([]);
  });

  test("what a broker throws stays in the page", async () => {
    await using opened = await stage().open();
    stage().views.set("asks", rawView("await start();"));
    const view = await opened.show({ id: "one", view: "asks" });
    await view.logged("ready");
    await opened.page.evaluate(() => {
      const element = window.view("one");
      element.broker = {
        ...element.broker,
        openLink: () => Promise.reject(new Error("the token is sesame")),
        log: () => {},
      };
    });
    const inside = await view.document();
    const reply: Reply = await inside.evaluate(`request("ui/open-link", { url: "https://a.example/" })`);
    expect(JSON.stringify(reply)).toContain('"isError":true');
    expect(JSON.stringify(reply)).not.toContain("sesame");
  });

  test("a window that is not the view is not heard, and neither is another origin", async () => {
    await using opened = await stage().open();
    stage().views.set("asks", rawView("await start();"));
    stage().views.set(
      "stranger",
      `<script>for (const target of [parent, top]) target.postMessage({ jsonrpc: "2.0", id: 1,
        method: "ui/open-link", params: { url: "https://evil.example/" } }, "*");</script>`,
    );
    const view = await opened.show({ id: "one", view: "asks" });
    await view.logged("ready");
    await opened.page.evaluate(async (address) => {
      const frame = document.createElement("iframe");
      frame.src = address;
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener("load", resolve));
      window.postMessage(
        { jsonrpc: "2.0", id: 2, method: "ui/open-link", params: { url: "https://me.example/" } },
        "*",
      );
      await new Promise((resolve) => setTimeout(resolve));
    }, `${stage().sandbox}/view/stranger`);
    const inside = await view.document();
    await inside.evaluate("request('ping')");
    expect(await view.log("openlink")).toEqual([]);
    expect(await view.log("error")).toEqual([]);
  });
}
