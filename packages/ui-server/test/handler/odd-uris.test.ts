import { describe, expect, test } from "vitest";
import { createMcpSandboxHandler } from "../../src/index.ts";
import { frame, html, makeSandbox, viewOf } from "../fixtures/sandbox.ts";

const served = [
  "ui://a/日本",
  "ui://a/b;c,d",
  "ui://a/it's",
  "UI://A/b",
  "ui://a/b?c=d&e=f#g",
  "ui://a/%00%0d%0aset-cookie:x",
];
const refused = [
  "ui://a/b\nc",
  "ui://a b/c",
  'ui://a/"b',
  "ui://a/<b>",
  "ui://me@a/b",
  "http://a/b",
  "ui:a",
  " ui://a/b",
];

describe("an odd address", () => {
  test.each(served)("is served: %s", async (uri) => {
    const asked: string[] = [];
    const resolveResource = (wanted: string): string => {
      asked.push(wanted);
      return html;
    };
    const signed = makeSandbox({ resolveResource });
    const view = await frame(signed, viewOf(await signed.mint({ uri })));
    const unsigned = createMcpSandboxHandler({ resolveResource });
    const plain = await unsigned(new Request(`https://a.example/?uri=${encodeURIComponent(uri)}`));
    expect([view.status, plain.status, asked]).toEqual([200, 200, [uri, uri]]);
    // The address of a document stands in no header of it.
    const headers = [...view.headers.values(), ...plain.headers.values()].join();
    expect(headers).not.toMatch(/ui:/i);
  });

  test.each(refused)("is refused: %j", async (uri) => {
    const handler = makeSandbox({ resolveResource: () => html });
    await expect(handler.mint({ uri })).rejects.toMatchObject({ code: "target" });
    const unsigned = createMcpSandboxHandler({ resolveResource: () => html });
    const response = await unsigned(new Request(`https://a.example/?uri=${encodeURIComponent(uri)}`));
    expect(response.status).toBe(400);
  });

  test("of a hundred thousand characters is refused at once", async () => {
    const uri = `ui://a/${"a".repeat(100_000)}`;
    const unsigned = createMcpSandboxHandler({ resolveResource: () => html });
    expect((await unsigned(new Request(`https://a.example/?uri=${uri}`))).status).toBe(400);
    const signed = makeSandbox();
    const view = viewOf(await signed.mint({ uri: "ui://shop/cart" }));
    view.searchParams.set("uri", uri);
    expect((await frame(signed, view)).status).toBe(400);
  });
});
