import type { McpViewSession } from "@x/ui-view";
import { expect, test } from "vitest";
import { createFeed } from "../src/feed-session.ts";

const record = { uri: "ui://a/b", src: "ui://a/b", source: "tool-meta" } as const;

function types(steps: readonly Partial<McpViewSession>[], told = {}): readonly string[] {
  const feed = createFeed(told, undefined);
  return steps.flatMap((step) => feed({ record, ...step }).map(({ type }) => type));
}

test("each thing is told once, however often it is set", () => {
  const whole = { toolInput: { a: 1 }, toolResult: { content: [] } };
  expect(types([{ toolInput: { a: 1 } }, { toolInput: { a: 1 } }, whole, structuredClone(whole)])).toEqual([
    "tool-input",
    "tool-result",
  ]);
});

test("a result without arguments brings empty ones first", () => {
  const feed = createFeed({}, undefined);
  expect(feed({ record, toolResult: { content: [] } })).toEqual([
    { type: "tool-input", arguments: {} },
    { type: "tool-result", result: { content: [] } },
  ]);
});

test("partial arguments end with the whole ones, or with the call", () => {
  const partial = (text: string) => ({ toolInputPartial: { text } });
  expect(
    types([partial("a"), partial("a"), partial("ab"), { ...partial("abc"), toolInput: {} }, partial("x")]),
  ).toEqual(["tool-input-partial", "tool-input-partial", "tool-input"]);
  expect(types([{ toolCancelled: {} }, { toolCancelled: { reason: "late" } }, { toolResult: {} }])).toEqual([
    "tool-cancelled",
    "tool-input",
  ]);
});

test("what an earlier session had told is not told again", () => {
  expect(types([{ toolInput: {}, toolResult: {} }], { toolInput: {}, toolResult: {} })).toEqual([]);
});

test("tools that are others are told as a changed list", () => {
  const tools = [{ name: "a" }];
  expect(types([{ tools }, { tools: structuredClone(tools) }, { tools: [...tools, { name: "b" }] }])).toEqual(
    ["list-changed", "list-changed"],
  );
});
