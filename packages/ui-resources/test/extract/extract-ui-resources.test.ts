import { digestUiRecord, extractUiResources, resolveUiRecord } from "@x/ui-resources";
import { describe, expect, it } from "vitest";

const trap = (): never => {
  throw new Error("read me not");
};
const embedded = (uri: string, more: object = {}) => ({
  type: "resource",
  resource: { uri, mimeType: "text/html", text: "<p>hi</p>", ...more },
});

describe("provenance", () => {
  it("says where each record comes from", () => {
    const content = [embedded("ui://a/embedded"), { type: "resource_link", uri: "ui://a/link", name: "l" }];
    const _meta = { "openai/outputTemplate": "ui://a/result" };
    const tool = { name: "show", _meta: { ui: { resourceUri: "ui://a/tool" } } };
    const { resources, refused } = extractUiResources(
      { content, _meta },
      { serverId: "a", tool, toolCallId: "9" },
    );
    expect(refused).toEqual([]);
    const origin = { serverId: "a", toolName: "show", toolCallId: "9" };
    expect(resources).toMatchObject([
      { uri: "ui://a/embedded", source: "embedded", text: "<p>hi</p>", ...origin },
      { uri: "ui://a/link", source: "link", ...origin },
      { uri: "ui://a/result", source: "result-meta", dialect: "openai", ...origin },
      { uri: "ui://a/tool", source: "tool-meta", dialect: "apps", ...origin },
    ]);
  });

  it("keeps _meta of the resource word for word, and that of the block where there is none", () => {
    const meta = { ui: { csp: { connectDomains: ["https://a.example"] } }, "vendor/x": [1, { y: null }] };
    const own = extractUiResources({ content: [embedded("ui://a/1", { _meta: meta })] }).resources[0];
    const outer = extractUiResources({ content: [{ ...embedded("ui://a/1"), _meta: meta }] }).resources[0];
    expect(own?.meta).toEqual(meta);
    expect(outer?.meta).toEqual(meta);
    const vendor = own?.meta?.["vendor/x"];
    expect(Array.isArray(vendor) && Object.isFrozen(vendor[1])).toBe(true);
  });

  it("survives JSON, frozen", () => {
    const content = [embedded("ui://a/1", { _meta: { ui: { prefersBorder: true } } })];
    const [record] = extractUiResources({ content }).resources;
    expect(JSON.parse(JSON.stringify(record))).toEqual(record);
    expect(Object.isFrozen(record)).toBe(true);
  });

  it("gives a record with a body its digest", async () => {
    const [record] = extractUiResources({ content: [embedded("ui://a/1")] }).resources;
    if (record === undefined) throw new Error("no record");
    const digested = await digestUiRecord(record);
    expect(digested.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.parse(JSON.stringify(digested))).toEqual(digested);
    const bare = { ...record, text: undefined as never };
    expect(await digestUiRecord(bare)).toBe(bare);
  });

  it("resolves an embedded document with the metadata that came with it", async () => {
    const meta = { ui: { csp: { frameDomains: ["https://f.example"] }, prefersBorder: false } };
    const [record] = extractUiResources({ content: [embedded("ui://a/1", { _meta: meta })] }).resources;
    if (record === undefined) throw new Error("no record");
    expect(await resolveUiRecord(record)).toMatchObject({
      ok: true,
      document: { html: "<p>hi</p>", csp: { frameDomains: ["https://f.example"] }, prefersBorder: false },
    });
  });
});

it("names each URI once, and keeps the first body, wherever a reference stands", () => {
  const bare = { type: "resource_link", uri: "ui://a/1", name: "l" };
  const content = [bare, embedded("ui://a/1"), embedded("ui://a/1", { text: "later" }), bare];
  const tool = { name: "t", _meta: { ui: { resourceUri: "ui://a/1" } } };
  expect(extractUiResources({ content }, { tool }).resources).toMatchObject([
    { uri: "ui://a/1", source: "embedded", text: "<p>hi</p>" },
  ]);
});

describe("what is not taken for UI", () => {
  it("is a row of data, whatever it looks like", () => {
    const row = { uri: "ui://evil/spoof", text: "<script>", resource: { uri: "ui://evil/spoof" } };
    const result = {
      content: [{ type: "text", text: JSON.stringify(row) }, row, { type: "resource", resource: [row] }],
      structuredContent: { rows: [row], _meta: { ui: { resourceUri: "ui://evil/spoof" } } },
    };
    expect(extractUiResources(result)).toEqual({ resources: [], refused: [] });
  });

  it("is an ordinary resource", () => {
    const content = [embedded("file:///etc/passwd"), embedded("https://a.example")];
    expect(extractUiResources({ content })).toEqual({ resources: [], refused: [] });
  });
});

describe("what is refused is named", () => {
  it.each(["ui://", "ui:a", "ui://a\r\nX: y", "ui://u@h/", "UI://a b", `ui://${"a".repeat(3000)}`])(
    "the URI %j",
    (uri) => {
      const { resources, refused } = extractUiResources({ content: [embedded(uri)] });
      expect(resources).toEqual([]);
      expect(refused).toMatchObject([{ code: "invalid-uri", at: "content[0].uri" }]);
    },
  );

  it("a block that cannot be read", () => {
    const bad = Object.defineProperty({ type: "resource" }, "resource", { get: trap });
    const { resources, refused } = extractUiResources({
      content: [bad, new Proxy({}, { get: trap }), embedded("ui://a/good")],
    });
    expect(resources).toHaveLength(1);
    expect(refused.map(({ code, at }) => [code, at])).toEqual([
      ["unreadable", "content[0]"],
      ["unreadable", "content[1]"],
    ]);
  });

  it("a body, a _meta and a record over their limits", () => {
    const deep: Record<string, unknown> = {};
    let at = deep;
    for (let level = 0; level < 20_000; level++) {
      const next = {};
      at.x = next;
      at = next;
    }
    const content = [
      embedded("ui://a/1", { text: "€".repeat(400) }),
      embedded("ui://a/2", { _meta: deep }),
      embedded("ui://a/3"),
    ];
    const { resources, refused } = extractUiResources(
      { content },
      { limits: { maxBodyBytes: 1_000, maxRecords: 2 } },
    );
    expect(resources.map(({ uri, text }) => [uri, text])).toEqual([
      ["ui://a/1", undefined],
      ["ui://a/2", "<p>hi</p>"],
    ]);
    expect(refused.map(({ code, at: where }) => [code, where])).toEqual([
      ["too-large", "content[0].text"],
      ["too-large", "content[1]._meta"],
      ["too-large", "ui://a/3"],
    ]);
  });

  it("a tool that points at something else", () => {
    const tool = { name: "t", _meta: { ui: { resourceUri: "javascript:alert(1)" } } };
    expect(extractUiResources({}, { tool })).toMatchObject({
      resources: [],
      refused: [{ code: "invalid-uri", at: "_meta.ui.resourceUri" }],
    });
  });

  it("at most as often as somebody reads it", () => {
    const content = Array.from({ length: 5_000 }, () => embedded("ui://"));
    expect(extractUiResources({ content }).refused).toHaveLength(64);
  });
});

describe("hostile results", () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  it.each([
    undefined,
    null,
    7,
    "ui://a/b",
    [],
    new Proxy({}, { get: trap, has: trap, ownKeys: trap }),
    Object.defineProperty({}, "content", { get: trap }),
    { content: new Proxy([], { get: trap }) },
    { content: "[".repeat(20_000) },
    { content: [cycle] },
    { _meta: cycle },
  ])("have no UI and throw nothing (%#)", (result) => {
    expect(extractUiResources(result).resources).toEqual([]);
  });

  it("may hand in a tool that throws", () => {
    const tool = new Proxy({}, { get: trap });
    expect(extractUiResources({ content: [embedded("ui://a/1")] }, { tool })).toMatchObject({
      resources: [{ uri: "ui://a/1" }],
      refused: [{ code: "unreadable" }],
    });
  });

  it("hand in a cyclic _meta, which is left out", () => {
    const { resources, refused } = extractUiResources({ content: [embedded("ui://a/1", { _meta: cycle })] });
    expect(resources).toMatchObject([{ uri: "ui://a/1", text: "<p>hi</p>" }]);
    expect(refused).toMatchObject([{ code: "too-large" }]);
  });
});
