import { viewPage } from "./view-page.ts";

/** The widget of the shop: shows the cart it is given, and buys it when its button is pressed. */
export const shopView: string = viewPage(
  "shop",
  ["raw-app.js"],
  `const show = (id, text) => { document.getElementById(id).textContent = text; };
  addEventListener("message", ({ data }) => {
    if (data.method !== "ui/notifications/tool-result") return;
    show("cart", data.params.structuredContent.items.join(", "));
  });
  document.querySelector("button").addEventListener("click", async () => {
    const { result, error } = await app.request("tools/call", { name: "buy", arguments: { item: "tea" } });
    show("answer", error?.message ?? result.content[0].text);
  });
  app.start();`,
  `<p id="cart"></p><button>Buy</button><p id="answer"></p>`,
);
