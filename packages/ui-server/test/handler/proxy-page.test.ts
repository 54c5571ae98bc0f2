import { expect, test } from "vitest";
import { frame, makeSandbox } from "../fixtures/sandbox.ts";

/** What was looked at and tried in a browser. Another program needs another look, and then another digest here. */
const digest = "PY/AFNO8F++w3fCfaXlBuqiZW675BxsJBRab91Uf9TE=";

async function readProxy(): Promise<string> {
  const handler = makeSandbox();
  const url = await handler.mint({ uri: "ui://shop/cart", serverId: '</script><script>alert("1")</script>' });
  return (await frame(handler, url)).text();
}

test("the proxy's program is the one that was reviewed", async () => {
  const page = await readProxy();
  const [, program = ""] = /<script nonce="[0-9a-f]{32}">([\s\S]*?)<\/script>/.exec(page) ?? [];
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(program));
  expect(Buffer.from(hash).toString("base64")).toBe(digest);
});

test("nothing of an address becomes markup of the proxy page", async () => {
  const page = await readProxy();
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page).not.toContain('alert("1")</script>');
  expect(page).toContain(
    "<title>MCP view of &lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</title>",
  );
});

test("the proxy page fetches nothing and evaluates nothing", async () => {
  const page = await readProxy();
  expect(page).not.toMatch(
    /\beval\(|\bFunction\(|innerHTML|fetch\(|XMLHttpRequest|import\(|document\.write|\.referrer\b/,
  );
});

test.each(["proxy", "proxy-html"] as const)(
  "the proxy has the color scheme of its view, in mode %s",
  async (mode) => {
    const handler = makeSandbox({ mode });
    const page = async (theme: string): Promise<string> =>
      (await frame(handler, await handler.mint({ uri: "ui://shop/cart", theme }))).text();
    expect(await page("dark")).toContain(":root{color-scheme:dark}");
    expect(await page("light")).toContain(":root{color-scheme:light}");
  },
);
