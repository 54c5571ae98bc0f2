import { normaliseResult } from "@x/mcp-core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const origin = { serverId: "s", toolName: "t", toolCallId: "c" };
const normalise = (raw: Readonly<Record<string, unknown>>) => normaliseResult(raw, origin);

describe("a tool result", () => {
  test("keeps its origin, its flags and the answer as it came", () => {
    const raw = { content: [{ type: "text", text: "a" }], isError: true, _meta: { a: 1 }, later: 2 };
    expect(normalise(raw)).toEqual({
      ...origin,
      isError: true,
      output: "a",
      content: raw.content,
      _meta: { a: 1 },
      raw,
    });
    expect(normalise(raw).raw).toBe(raw);
    expect(normalise({ isError: "yes" }).isError).toBe(false);
  });

  test("is its structured content first, then its text, then its parts", () => {
    const text = { type: "text", text: "a" };
    const image = { type: "image", data: "AA==", mimeType: "image/png" };
    expect(normalise({ content: [text], structuredContent: { n: 1 } }).output).toEqual({ n: 1 });
    expect(normalise({ content: [text], structuredContent: null }).output).toBeNull();
    expect(normalise({ content: [text], structuredContent: [1] }).output).toEqual([1]);
    expect(normalise({ content: [text, { type: "text", text: "b" }] }).output).toBe("a\nb");
    expect(normalise({ content: [] }).output).toBe("");
    expect(normalise({ content: [text, image] }).output).toEqual({
      content: [
        { contentType: "text/plain", data: "a" },
        { contentType: "image/png", data: "AA==" },
      ],
    });
  });

  test("names what resources and links are", () => {
    const content = [
      { type: "resource", resource: { uri: "a:1", text: "x" } },
      { type: "resource", resource: { uri: "a:2", blob: "AA==", mimeType: "image/gif" } },
      { type: "resource", resource: { uri: "a:3" } },
      { type: "resource_link", uri: "a:4", mimeType: "text/html", name: "n" },
      { type: "resource_link", uri: "a:5" },
      { type: "audio", data: "AA==", mimeType: "audio/wav" },
    ];
    expect(normalise({ content }).output).toEqual({
      content: [
        { contentType: "text/plain", uri: "a:1", data: "x" },
        { contentType: "image/gif", uri: "a:2", data: "AA==" },
        { contentType: "application/octet-stream", uri: "a:3" },
        { contentType: "text/html", uri: "a:4" },
        { contentType: "application/octet-stream", uri: "a:5" },
        { contentType: "audio/wav", data: "AA==" },
      ],
    });
    expect(normalise({ content }).content).toEqual(content);
  });

  test("keeps blocks that are malformed or newer than this client", () => {
    const odd = [
      { type: "text", text: null },
      { type: "text" },
      { type: "image", data: "AA==" },
      { type: "audio", mimeType: "audio/wav" },
      { type: "resource", resource: null },
      { type: "resource", resource: { uri: 1 } },
      { type: "resource_link" },
      { type: "video", data: "AA==" },
      { type: "other", block: { type: "text", text: "hidden" } },
      {},
    ];
    expect(normalise({ content: odd }).content).toEqual(odd.map((block) => ({ type: "other", block })));
    const values = [null, "a", 1, [1], true];
    expect(normalise({ content: values }).content).toEqual(
      values.map((value) => ({ type: "other", block: { value } })),
    );
  });

  test("is never thrown over, and loses nothing", () => {
    const block = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          type: fc.constantFrom("text", "image", "audio", "resource", "resource_link", "other", "x"),
          text: fc.jsonValue(),
          data: fc.jsonValue(),
          mimeType: fc.jsonValue(),
          uri: fc.jsonValue(),
          resource: fc.oneof(fc.jsonValue(), fc.record({ uri: fc.jsonValue(), text: fc.jsonValue() })),
        },
        { requiredKeys: [] },
      ),
    );
    const raws = fc.record(
      {
        content: fc.oneof(fc.array(block), fc.jsonValue()),
        structuredContent: fc.jsonValue(),
        isError: fc.jsonValue(),
        _meta: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(raws, (raw) => {
        const result = normalise(raw);
        expect(result.raw).toBe(raw);
        const blocks: readonly unknown[] = Array.isArray(raw.content) ? raw.content : [];
        expect(result.content).toHaveLength(blocks.length);
        result.content.forEach((content, index) => {
          const from = blocks[index];
          const kept =
            content.type !== "other" ? content : content.block === from ? from : content.block.value;
          expect(kept).toBe(from);
        });
        const hasStructure = Object.hasOwn(raw, "structuredContent");
        expect("structuredContent" in result).toBe(hasStructure);
        if (hasStructure) expect(result.output).toBe(raw.structuredContent);
      }),
      { numRuns: 1_000 },
    );
  });
});
