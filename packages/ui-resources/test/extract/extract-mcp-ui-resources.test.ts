import { extractMcpUiResources } from "@x/ui-resources";
import { describe, expect, it } from "vitest";

const html = "<p>hello</p>";
const embedded = { type: "resource", resource: { uri: "ui://shop/cart", mimeType: "text/html", text: html } };

describe("where UI is found", () => {
  it("reads an embedded resource of a tools/call answer", () => {
    expect(extractMcpUiResources({ content: [{ type: "text", text: "cart" }, embedded] })).toEqual([
      { uri: "ui://shop/cart", src: "ui://shop/cart", mimeType: "text/html", text: html },
    ]);
  });

  it("takes server, tool and call from a normalised result, and from the context before it", () => {
    const result = { serverId: "shop", toolName: "cart", toolCallId: "1", content: [embedded], raw: {} };
    expect(extractMcpUiResources(result)).toMatchObject([
      { serverId: "shop", toolName: "cart", toolCallId: "1" },
    ]);
    expect(extractMcpUiResources(result, { serverId: "other" })).toMatchObject([
      { serverId: "other", toolName: "cart" },
    ]);
  });

  it("reads a result that is JSON text in `content`", () => {
    const content = JSON.stringify({ content: [embedded], _meta: { ui: { resourceUri: "ui://shop/meta" } } });
    const found = extractMcpUiResources({ toolCallId: "7", content });
    expect(found.map(({ uri, toolCallId }) => [uri, toolCallId])).toEqual([
      ["ui://shop/cart", "7"],
      ["ui://shop/meta", "7"],
    ]);
    expect(extractMcpUiResources({ content: JSON.stringify([embedded]) })).toHaveLength(1);
  });

  it("reads a resource_link without a body", () => {
    const link = { type: "resource_link", uri: "ui://a/b", name: "b", mimeType: "text/html", text: html };
    expect(extractMcpUiResources({ content: [link] })).toEqual([
      { uri: "ui://a/b", src: "ui://a/b", mimeType: "text/html" },
    ]);
  });

  it.each([
    ["nested", { ui: { resourceUri: "ui://a/app" } }],
    ["flat", { "ui/resourceUri": "ui://a/app" }],
    ["OpenAI", { "openai/outputTemplate": "ui://a/app" }],
  ])("reads the %s key of the result's and of the tool's _meta", (_name, meta) => {
    const expected = [{ uri: "ui://a/app", src: "ui://a/app" }];
    expect(extractMcpUiResources({ content: [], _meta: meta })).toEqual(expected);
    expect(extractMcpUiResources({ content: [] }, { toolMeta: meta })).toEqual(expected);
  });
});

describe("what wins", () => {
  it("names each URI once and keeps the first body", () => {
    const bare = { type: "resource_link", uri: "ui://shop/cart" };
    const later = { type: "resource", resource: { uri: "ui://shop/cart", text: "later" } };
    expect(extractMcpUiResources({ content: [bare, embedded, later, bare] })).toMatchObject([{ text: html }]);
  });

  it("keeps the order in which the resources are named", () => {
    const content = ["ui://z/1", "ui://a/2", "ui://m/3"].map((uri) => ({ type: "resource_link", uri }));
    const found = extractMcpUiResources({ content }, { toolMeta: { ui: { resourceUri: "ui://a/2" } } });
    expect(found.map(({ uri }) => uri)).toEqual(["ui://z/1", "ui://a/2", "ui://m/3"]);
  });
});

describe("records", () => {
  it("are frozen plain data", () => {
    const [record] = extractMcpUiResources({ content: [embedded] });
    expect(Object.isFrozen(record)).toBe(true);
    expect(JSON.parse(JSON.stringify(record))).toEqual(record);
  });
});
