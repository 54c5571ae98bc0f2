import { extractMcpUiResources, isUiUri } from "@x/ui-resources";
import { describe, expect, it } from "vitest";

const trap = (): never => {
  throw new Error("read me not");
};
const good = { type: "resource", resource: { uri: "ui://a/good", text: "x" } };

describe("hostile results", () => {
  it.each([
    undefined,
    null,
    0,
    "ui://a/b",
    [],
    [good],
    {},
    { content: null },
    { content: "plain text" },
    { content: "42" },
    { content: "null" },
    { content: [null, 1, "x", [], {}, { type: "resource" }, { type: "resource", resource: null }] },
    { content: [{ type: "resource", resource: { uri: 7 } }], _meta: { ui: null } },
    { _meta: { ui: { resourceUri: ["ui://a/b"] }, "ui/resourceUri": {} } },
    Object.defineProperty({}, "content", { get: trap }),
    new Proxy({}, { get: trap, has: trap, ownKeys: trap }),
  ])("have no UI and throw nothing (%#)", (result) => {
    expect(extractMcpUiResources(result)).toEqual([]);
  });

  it("lose only the block that cannot be read", () => {
    const bad = Object.defineProperty({ type: "resource" }, "resource", { get: trap });
    const content = [bad, new Proxy({}, { get: trap }), good];
    expect(extractMcpUiResources({ content }).map(({ uri }) => uri)).toEqual(["ui://a/good"]);
  });

  it("may claim any length", () => {
    const endless = new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 53 : good) });
    expect(extractMcpUiResources({ content: endless })).toHaveLength(1);
    const broken = new Proxy([], { get: trap });
    expect(extractMcpUiResources({ content: broken })).toEqual([]);
  });

  it("cannot pass data off as a widget", () => {
    const row = { uri: "ui://evil/spoof", text: "<script>" };
    const result = {
      content: [{ type: "text", text: JSON.stringify(row) }],
      structuredContent: { resource: row },
    };
    expect(extractMcpUiResources(result)).toEqual([]);
    expect(extractMcpUiResources({ content: [row, { type: "other", resource: row }] })).toEqual([]);
  });

  it("may nest as deep as they like", () => {
    const depth = 20_000;
    const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    expect(
      extractMcpUiResources({ content: `{"content":[${JSON.stringify(good)}],"x":${deep}}` }),
    ).toHaveLength(1);
  });

  it("are held to the limits", () => {
    const content = Array.from({ length: 100 }, (_, index) => ({
      type: "resource_link",
      uri: `ui://a/${index}`,
    }));
    expect(extractMcpUiResources({ content })).toHaveLength(32);
    expect(extractMcpUiResources({ content }, { maxResources: 3 })).toHaveLength(3);
    expect(extractMcpUiResources({ content: [good] }, { maxBodyLength: 0 })).toEqual([
      { uri: "ui://a/good", src: "ui://a/good" },
    ]);
  });
});

describe("isUiUri", () => {
  it.each(["ui://a", "UI://a/b?c=d#e", "ui://a/b%20c", "ui:///path", "ui://a/user@host", "ui://ä/ö"])(
    "takes %s",
    (uri) => {
      expect(isUiUri(uri)).toBe(true);
    },
  );

  it.each([
    "",
    "ui://",
    "ui:/a",
    "ui:a",
    " ui://a",
    "http://a",
    "xui://a",
    "ui://user@host/a",
    "ui://a b",
    "ui://a\r\nSet-Cookie: x",
    "ui://a\u0000",
    'ui://a"onload=x',
    "ui://a<b>",
    `ui://${"a".repeat(2048)}`,
    7,
    null,
  ])("refuses %j", (uri) => {
    expect(isUiUri(uri)).toBe(false);
  });
});
