import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { toNodeListener } from "@x/ui-server";
import { z } from "zod";
import { shopView } from "../views/shop-view.ts";
import { listen } from "./listen.ts";

/** An MCP server over Streamable HTTP whose result carries its UI, as design B's users have it. */
export interface ShopServer extends AsyncDisposable {
  readonly url: string;
  /** What was bought. */
  readonly bought: readonly string[];
  forget(): void;
}

/** The address of the shop's widget. */
export const shopUri = "ui://shop/cart";

/** Starts the shop, made with the official SDK. */
export async function startShop(): Promise<ShopServer> {
  const bought: string[] = [];
  const handler = createMcpHandler(() => makeServer(bought));
  const web = await listen(
    "127.0.0.1",
    toNodeListener((request) => handler.fetch(request)),
  );
  return {
    url: `http://127.0.0.1:${web.port}/mcp`,
    bought,
    forget: () => void bought.splice(0),
    async [Symbol.asyncDispose]() {
      await handler.close();
      await web[Symbol.asyncDispose]();
    },
  };
}

function makeServer(bought: string[]): McpServer {
  const server = new McpServer({ name: "shop", version: "1.0.0" });
  const item = z.object({ item: z.string() });
  server.registerTool(
    "show_cart",
    { description: "Shows the cart.", inputSchema: z.object({}), annotations: { readOnlyHint: true } },
    () => ({
      content: [
        { type: "text", text: "The cart has tea and honey." },
        {
          type: "resource",
          resource: { uri: shopUri, mimeType: "text/html;profile=mcp-app", text: shopView },
        },
      ],
      structuredContent: { items: ["tea", "honey"] },
    }),
  );
  server.registerTool("buy", { description: "Buys.", inputSchema: item }, (args) => {
    bought.push(args.item);
    return { content: [{ type: "text", text: `Bought ${args.item}.` }] };
  });
  server.registerTool(
    "refund",
    { description: "For agents only.", inputSchema: item, _meta: { ui: { visibility: ["model"] } } },
    () => ({ content: [{ type: "text", text: "Refunded." }] }),
  );
  return server;
}
