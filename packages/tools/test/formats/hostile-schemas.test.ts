import type { JsonObject } from "@x/mcp-core";
import { toAnthropicTools } from "@x/tools/anthropic";
import { toOpenAiResponsesTools } from "@x/tools/openai";
import { describe, expect, it } from "vitest";

const twice = (reference: string) => [{ $ref: reference }, { $ref: reference }, { $ref: reference }];
const numbered = (count: number, one: (index: number) => unknown) =>
  Array.from({ length: count }, (_, i) => one(i));

/** Schemas that are small, and without end for whoever follows them. */
const endless: Readonly<Record<string, JsonObject>> = {
  "alternatives that are themselves, three times": {
    type: "object",
    properties: { a: { $ref: "#/$defs/x" } },
    $defs: { x: { anyOf: twice("#/$defs/x") } },
  },
  "two that are each other": {
    type: "object",
    properties: { a: { $ref: "#/$defs/x" } },
    $defs: { x: { oneOf: twice("#/$defs/y") }, y: { oneOf: twice("#/$defs/x") } },
  },
  "a root that is all of itself": { type: "object", allOf: twice("#"), properties: { a: {} } },
  "a root that is one of itself": { type: "object", anyOf: twice("#"), properties: { a: { $ref: "#" } } },
  "a chain in which each is twice the next": {
    type: "object",
    allOf: twice("#/$defs/d0"),
    properties: { a: { $ref: "#/$defs/d0" } },
    $defs: Object.fromEntries(numbered(40, (i) => [`d${i}`, { allOf: twice(`#/$defs/d${i + 1}`) }]) as never),
  },
  "properties that are the root again": {
    type: "object",
    properties: { a: { $ref: "#" }, b: { type: "array", items: { $ref: "#" } } },
    anyOf: [{ $ref: "#" }, { properties: { a: { $ref: "#" } } }],
  },
};

/** Arguments that go deep where those schemas do. */
function nested(depth: number): unknown {
  return depth === 0 ? null : { a: nested(depth - 1), b: [null, { a: null }] };
}

describe("a schema without end", () => {
  it.each(Object.keys(endless))("of %s is compiled, and reads arguments, in bounded steps", (name) => {
    const tools = [
      { name: "before", inputSchema: { type: "object" } },
      { name: "tool", inputSchema: endless[name] ?? {} },
    ];
    for (const formatted of [
      toOpenAiResponsesTools(tools),
      toOpenAiResponsesTools(tools, { strict: "auto" }),
      toAnthropicTools(tools),
    ]) {
      expect(formatted.tools.map((tool) => tool.name)).toEqual(["before", "tool"]);
      expect(formatted.readArguments("tool", nested(60))).toBeTypeOf("object");
    }
  });
});

it("a schema that is too much for the compiler costs its own tool alone, and says so", () => {
  const inputSchema: JsonObject = { type: "object" };
  Object.defineProperty(inputSchema, "properties", {
    enumerable: true,
    get() {
      throw new RangeError("too much");
    },
  });
  const { tools, leftOut } = toAnthropicTools([
    { name: "bad", inputSchema },
    { name: "good", inputSchema: {} },
  ]);
  expect(tools.map(({ name }) => name)).toEqual(["good"]);
  expect(leftOut).toEqual([{ name: "bad", reasons: ["its schema cannot be compiled (RangeError)"] }]);
});

it.each(["allOf", "anyOf", "oneOf"])("a thousand branches of %s are folded in one go", (keyword) => {
  // CPU time, the least of three runs: other work on the machine and a collection of garbage do not count.
  const cost = (count: number): number => {
    const branches = numbered(count, (i) => ({ properties: { [`p${i}`]: {} }, required: [`p${i}`] }));
    const runs = Array.from({ length: 3 }, () => {
      const before = process.cpuUsage();
      toAnthropicTools([{ name: "tool", inputSchema: { type: "object", [keyword]: branches } }]);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    });
    return Math.min(...runs);
  };
  const [some, many] = [cost(400), cost(6_400)];
  // 16 times as many: quadratic work would be 256 times as much.
  expect(many).toBeLessThan(100 * Math.max(some, 5_000));
});
