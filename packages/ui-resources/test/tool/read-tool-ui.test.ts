import { readToolUi, splitToolsByAudience, uiExtensionCapability } from "@x/ui-resources";
import { describe, expect, it } from "vitest";

const trap = (): never => {
  throw new Error("read me not");
};
const withUi = (ui: unknown) => ({ name: "t", _meta: { ui } });

describe("visibility", () => {
  it.each<[unknown, string[]]>([
    [undefined, ["model", "app"]],
    [
      ["model", "app"],
      ["model", "app"],
    ],
    [["model"], ["model"]],
    [["app"], ["app"]],
    [[], []],
    [["model", "x"], ["model"]],
    [["app", "x"], ["app"]],
    [["x"], []],
    ["app", []],
    [null, ["model", "app"]],
    [{ app: true }, []],
    [["App", "MODEL", 1, null], []],
    [["app", "app"], ["app"]],
  ])("%j means %j", (visibility, audiences) => {
    const tool = withUi({ visibility });
    expect(readToolUi(tool).visibility).toEqual(audiences);
    const split = splitToolsByAudience([tool]);
    expect(split.model).toEqual(audiences.includes("model") ? [tool] : []);
    expect(split.app).toEqual(audiences.includes("app") ? [tool] : []);
  });

  it("names what it did not understand", () => {
    expect(readToolUi(withUi({ visibility: "app" })).problems).toMatchObject([
      { code: "malformed", at: "_meta.ui.visibility" },
    ]);
    expect(readToolUi(withUi({ visibility: ["app", "user"] })).problems).toHaveLength(1);
    expect(readToolUi(withUi({ visibility: [] })).problems).toEqual([]);
  });
});

describe("dialects", () => {
  it("prefers the nested key, then the flat one, then that of OpenAI", () => {
    const openai = { "openai/outputTemplate": "ui://a/openai" };
    const flat = { ...openai, "ui/resourceUri": "ui://a/flat" };
    const nested = { ...flat, ui: { resourceUri: "ui://a/nested" } };
    expect(readToolUi({ _meta: nested })).toMatchObject({ dialect: "apps", resourceUri: "ui://a/nested" });
    expect(readToolUi({ _meta: flat })).toMatchObject({ dialect: "apps-flat", resourceUri: "ui://a/flat" });
    expect(readToolUi({ _meta: openai })).toMatchObject({ dialect: "openai", resourceUri: "ui://a/openai" });
  });

  it("falls through a malformed URI and names it", () => {
    const meta = { ui: { resourceUri: "https://evil.example" }, "ui/resourceUri": "ui://a/flat" };
    expect(readToolUi({ _meta: meta })).toMatchObject({
      dialect: "apps-flat",
      problems: [{ code: "invalid-uri", at: "_meta.ui.resourceUri" }],
    });
  });

  it("reads who may call a tool in the words of OpenAI, unless MCP Apps says it", () => {
    const template = { "openai/outputTemplate": "ui://a/b" };
    const visibilityOf = (meta: unknown) => readToolUi({ _meta: meta }).visibility;
    expect(visibilityOf(template)).toEqual(["model"]);
    expect(visibilityOf({ ...template, "openai/widgetAccessible": true })).toEqual(["model", "app"]);
    expect(visibilityOf({ ...template, "openai/visibility": "private" })).toEqual([]);
    expect(visibilityOf({ ...template, ui: { visibility: ["app"] } })).toEqual(["app"]);
  });
});

describe("a bad tool", () => {
  it("is visible to nobody when it cannot be read, and does not hide the others", () => {
    const good = { name: "good" };
    const unreadable = [
      Object.defineProperty({ name: "getter" }, "_meta", { get: trap }),
      new Proxy({ name: "proxy" }, { get: trap }),
      withUi(new Proxy({}, { get: trap })),
      withUi({ visibility: new Proxy([], { get: trap }) }),
    ];
    for (const tool of unreadable)
      expect(readToolUi(tool)).toEqual({
        visibility: [],
        problems: [{ code: "unreadable", message: expect.any(String), at: "_meta" }],
      });
    const list = [null, ...unreadable, 7, good, "x"] as { name: string }[];
    expect(splitToolsByAudience(list)).toEqual({ model: [good], app: [good] });
  });

  it.each([undefined, null, 7, "ui", [], () => {}])("%j as _meta is no UI", (meta) => {
    expect(readToolUi({ name: "t", _meta: meta })).toEqual({ visibility: ["model", "app"], problems: [] });
  });

  it.each([undefined, null, 7, {}, "list"])("a list that is %j has no tools", (list) => {
    expect(splitToolsByAudience(list as never)).toEqual({ model: [], app: [] });
  });

  it("ends a list that claims any length", () => {
    const endless = new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 53 : undefined) });
    expect(splitToolsByAudience(endless)).toEqual({ model: [], app: [] });
  });
});

describe("the extension", () => {
  it("names the MIME type of MCP Apps first, and once", () => {
    const id = "io.modelcontextprotocol/ui";
    expect(uiExtensionCapability()).toEqual({ [id]: { mimeTypes: ["text/html;profile=mcp-app"] } });
    expect(uiExtensionCapability({ mimeTypes: ["text/html", "text/html;profile=mcp-app"] })).toEqual({
      [id]: { mimeTypes: ["text/html;profile=mcp-app", "text/html"] },
    });
  });
});
