import { memoryResultStore, resultReaderTool, withResultBudget } from "@x/tools";
import { describe, expect, it } from "vitest";
import { fakePort } from "./fixtures/fake-port.ts";
import { mediaContent, png } from "./fixtures/media-result.ts";

const bytesOf = (text: unknown): number => new TextEncoder().encode(String(text)).length;

/** A port whose tool answers with this, under a budget. */
function budgeted(raw: object, maxBytes?: number) {
  const inner = fakePort("s");
  inner.onCall = async () => raw as never;
  const store = memoryResultStore();
  const cuts: object[] = [];
  const port = withResultBudget({
    store,
    onCut: (cut) => cuts.push(cut),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  })(inner);
  return { port, store, cuts, reader: resultReaderTool(store) };
}

const refIn = (text: unknown): string => /"ref": "([^"]+)"/.exec(String(text))?.[1] ?? "";

describe("a result of five megabytes", () => {
  const text = `begin ${"ä€😀 line\n".repeat((5 * 1024 * 1024) / 15)}end`;

  it("is shown with its beginning and its end, within the budget", async () => {
    const { port, cuts } = budgeted({ content: [{ type: "text", text }] });
    const result = await port.callTool("echo", {}, { toolCallId: "c1" });
    expect(bytesOf(result.output)).toBeLessThanOrEqual(256 * 1024);
    expect(bytesOf(result.output)).toBeGreaterThan(250 * 1024);
    expect(result.output).toMatch(/^begin /);
    expect(result.output).toMatch(/end$/);
    expect(String(result.output)).not.toContain("\uFFFD");
    expect(result.raw).toEqual({ content: [{ type: "text", text }] });
    expect(cuts).toEqual([
      { serverId: "s", toolName: "echo", toolCallId: "c1", bytes: bytesOf(text), ref: refIn(result.output) },
    ]);
  });

  it("is read back whole in pieces, by the tool that the agent has for it", async () => {
    const { port, reader } = budgeted({ content: [{ type: "text", text }] });
    const ref = refIn((await port.callTool("echo", {})).output);
    const pieces: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined && pieces.length < 200; ) {
      const answer: string = String(await reader.execute({ ref, offset, length: 50_001 }));
      const [, piece = "", after = ""]: readonly string[] = /^(.*)\n\[(.*)\]$/s.exec(answer) ?? [];
      pieces.push(piece);
      const next: string | undefined = /offset (\d+)/.exec(after)?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    expect(pieces.join("") === text).toBe(true);
  });
});

describe("a budget", () => {
  it("does not touch a result that is small enough, nor media", async () => {
    const { port, cuts } = budgeted({ content: mediaContent });
    expect((await port.callTool("echo", {})).content).toEqual(mediaContent);
    expect(cuts).toEqual([]);
  });

  it("keeps every piece of media of a result whose text is cut", async () => {
    const { port } = budgeted({ content: [{ type: "text", text: "x".repeat(5000) }, ...mediaContent] }, 1000);
    const { content } = await port.callTool("echo", {});
    expect(content.map(({ type }) => type)).toEqual(["text", "image", "audio", "resource"]);
    expect(JSON.stringify(content[0])).not.toContain(png);
  });

  it("counts structured content, and the cut result has none", async () => {
    const structuredContent = { rows: Array.from({ length: 500 }, (_, index) => ({ index })) };
    const { port, reader } = budgeted({ content: [], structuredContent }, 1000);
    const result = await port.callTool("echo", {});
    expect(result.structuredContent).toBeUndefined();
    expect(result.output).toMatch(/^\{"rows":\[\{"index":0\}/);
    expect(await reader.execute({ ref: refIn(result.output) })).toContain(JSON.stringify(structuredContent));
  });

  it("keeps an error an error", async () => {
    const { port } = budgeted({ content: [{ type: "text", text: "x".repeat(5000) }], isError: true }, 1000);
    expect((await port.callTool("echo", {})).isError).toBe(true);
  });
});

describe("a store in memory", () => {
  it("forgets the oldest results when it is full, and says so", async () => {
    const store = memoryResultStore({ maxBytes: 100 });
    const reader = resultReaderTool(store);
    const result = async (text: string) => {
      const port = fakePort("s");
      port.onCall = async () => ({ content: [{ type: "text", text }] });
      return store.put(await port.callTool("echo", {}));
    };
    const [first, second] = [await result("a".repeat(60)), await result("b".repeat(60))];
    await expect(store.read(first, { offsetBytes: 0, lengthBytes: 1 })).rejects.toMatchObject({
      code: "tool_not_found",
    });
    expect(await reader.execute({ ref: second })).toBe(`${"b".repeat(60)}\n[end of the result]`);
    await expect(reader.execute({ ref: second, offset: -1 })).rejects.toThrow(/whole number/);
    expect(first).not.toBe(second);
  });
});
