import { createMcpTransportPool, type McpTransportPool } from "@x/mcp";
import { realCommand } from "@x/tooling/real-parts";
import { extractUiResources, resolveUiRecord, uiExtensionCapability } from "@x/ui-resources";
import type { McpViewCall } from "@x/ui-server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitInside } from "../stage/wait-inside.ts";
import { type ShopServer, shopUri, startShop } from "./stage/shop-server.ts";
import { openStage, type Stage } from "./stage/stage.ts";
import type { Showing, ShownView, StagePage } from "./stage/stage-page.ts";

const chromium = await realCommand("chromium", "apt-get install chromium");

/** A server over Streamable HTTP, a pool, a result with UI, a widget on the screen, and a call back under approval. */
describe.skipIf(!chromium)("from a server's result to its widget and back", () => {
  const asked: McpViewCall[] = [];
  let shop: ShopServer;
  let pool: McpTransportPool;
  let stage: Stage;
  let mayBuy = true;

  beforeAll(async () => {
    shop = await startShop();
    pool = createMcpTransportPool(
      { servers: [{ kind: "streamable-http", serverId: "shop", url: shop.url }] },
      { extensions: uiExtensionCapability() },
    );
    stage = await openStage({
      servers: (serverId) => pool.server(serverId),
      approve(call) {
        asked.push(call);
        return mayBuy;
      },
    });
  });
  afterEach(() => {
    mayBuy = true;
    asked.length = 0;
    shop.forget();
  });
  afterAll(async () => {
    await stage?.[Symbol.asyncDispose]();
    await pool?.stop();
    await shop?.[Symbol.asyncDispose]();
  });

  /** Everything that an application does between the call of a tool and a widget. */
  async function showCart(page: StagePage, more: Partial<Showing> = {}): Promise<ShownView> {
    const tools = await pool.connect();
    const result = await pool.callTool("shop__show_cart", {});
    expect(result.uiResources).toMatchObject([{ uri: shopUri, serverId: "shop", toolName: "show_cart" }]);
    const [record] = extractUiResources(result, { serverId: "shop" }).resources;
    if (record === undefined) throw new Error("The result has no UI.");
    const resolved = await resolveUiRecord(record);
    if (!resolved.ok) throw new Error(resolved.problem.message);
    const { html, mimeType } = resolved.document;
    return page.show({
      id: "cart",
      view: { uri: shopUri, mimeType, text: html },
      session: {
        record,
        tools,
        tool: tools.find(({ name }) => name === record.toolName),
        toolResult: result.raw,
      },
      ...more,
    });
  }

  const answer = async (view: ShownView): Promise<string> => {
    const frame = await view.frame();
    await frame.locator("button").click();
    await waitInside(frame, "document.getElementById('answer').textContent !== ''");
    return String(await frame.locator("#answer").textContent());
  };

  test.each(["proxy", "proxy-html"] as const)(
    "a widget shows the cart and buys what it may, in %s",
    async (layout) => {
      await using page = await stage.open();
      const view = await showCart(page, { layout, approve: "once" });
      await (await view.frame()).getByText("tea, honey").waitFor();
      expect(await answer(view)).toBe("Bought tea.");
      expect(shop.bought).toEqual(["tea"]);
      expect((await view.notes("approve")).map(({ detail }) => detail)).toMatchObject([
        { serverId: "shop", tool: "buy", arguments: { item: "tea" } },
      ]);
      expect([...page.refusals, ...page.warnings]).toEqual([]);
      expect(asked).toMatchObject([
        { serverId: "shop", toolName: "buy", arguments: { item: "tea" }, isReadOnly: false },
      ]);
    },
  );

  test("what the user denies is not called", async () => {
    await using page = await stage.open();
    const view = await showCart(page, { approve: "deny" });
    expect(await answer(view)).toMatch(/den|approv|allow/i);
    expect(shop.bought).toEqual([]);
    expect(asked).toEqual([]);
  });

  test("where nobody is there to approve, nothing is called", async () => {
    await using page = await stage.open();
    const view = await showCart(page);
    expect(await answer(view)).toMatch(/den|approv|allow/i);
    expect(shop.bought).toEqual([]);
  });

  test("what the page lets through the application can still refuse", async () => {
    mayBuy = false;
    await using page = await stage.open();
    const view = await showCart(page, { approve: "once" });
    expect(await answer(view)).not.toBe("Bought tea.");
    expect(asked).toHaveLength(1);
    expect(shop.bought).toEqual([]);
  });

  test("a tool for models only is out of a view's reach, in the page and past it", async () => {
    await using page = await stage.open();
    const view = await showCart(page, { approve: "once" });
    const frame = await view.frame();
    const reply = await frame.evaluate(
      "app.request('tools/call', { name: 'refund', arguments: { item: 'tea' } })",
    );
    expect(reply).toMatchObject({ error: { code: expect.any(Number) } });
    expect(await view.notes("callTool")).toEqual([]);
    const past = await page.page.evaluate(async () => {
      const body = JSON.stringify({ toolName: "refund", args: { item: "tea" } });
      const headers = { "content-type": "application/json" };
      return (await fetch("/calls?serverId=shop", { method: "POST", headers, body })).status;
    });
    expect(past).toBe(403);
    expect(asked).toEqual([]);
  });

  test("an approval is for one tool of one server in one view, and arguments arrive as they were approved", async () => {
    await using page = await stage.open();
    const first = await showCart(page, { id: "first", approve: "always" });
    const second = await showCart(page, { id: "second", approve: "deny" });
    for (const _ of [1, 2]) expect(await answer(first)).toBe("Bought tea.");
    expect(await first.notes("approve")).toHaveLength(1);
    expect(await answer(second)).not.toBe("Bought tea.");
    const frame = await first.frame();
    await frame.evaluate(`(() => {
      const args = { item: "honey" };
      app.request("tools/call", { name: "buy", arguments: args });
      args.item = "the whole shop";
    })()`);
    await expect.poll(() => shop.bought).toEqual(["tea", "tea", "honey"]);
  });
});
