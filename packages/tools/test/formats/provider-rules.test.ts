import type { JsonObject } from "@x/mcp-core";
import { type AnthropicTool, anthropicRules, toAnthropicTools } from "@x/tools/anthropic";
import { type OpenAiResponsesTool, openAiRules, toOpenAiResponsesTools } from "@x/tools/openai";
import { describe, expect, it } from "vitest";

// Documented rules, read on the day in each table; not run against the services.

const openAi = (parameters: JsonObject, more: Partial<OpenAiResponsesTool> = {}): OpenAiResponsesTool => ({
  type: "function",
  name: "tool",
  parameters,
  strict: false,
  ...more,
});
const closed = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});
const text = { type: "string" };
const many = (count: number, length = 1): string[] =>
  Array.from({ length: count }, (_, index) => String(index).padStart(length, "0"));
const nested = (levels: number): JsonObject =>
  levels === 0 ? closed({}) : closed({ a: nested(levels - 1) });
const inStrict = (parameters: JsonObject): OpenAiResponsesTool => openAi(parameters, { strict: true });

/** By rule: a tool that keeps it, and one that breaks it. */
const openAiCases: Readonly<Record<string, readonly [OpenAiResponsesTool, OpenAiResponsesTool]>> = {
  name: [openAi({ type: "object" }), openAi({ type: "object" }, { name: "a.b" })],
  "root-object": [openAi({ type: "object" }), openAi({ type: "array", items: {} })],
  "root-combinators": [
    openAi({ type: "object", properties: { a: { anyOf: [text] } } }),
    openAi({ type: "object", anyOf: [{}] }),
  ],
  "array-items": [
    openAi({ type: "object", properties: { a: { type: "array", items: {} } } }),
    openAi({ type: "object", properties: { a: { type: "array" } } }),
  ],
  patterns: [
    openAi({ type: "object", properties: { a: { pattern: "^[a-z]+(?:-[a-z]+)*\\.\\d{2}$" } } }),
    openAi({ type: "object", properties: { a: { items: { pattern: "^(?!\\.)x" } } } }),
  ],
  "strict-closed": [
    inStrict(closed({ a: text })),
    inStrict({ type: "object", properties: {}, required: [] }),
  ],
  "strict-required": [inStrict(closed({ a: text })), inStrict(closed({ a: text }, { required: [] }))],
  "strict-keywords": [inStrict(closed({ a: { anyOf: [text] } })), inStrict(closed({ a: { allOf: [text] } }))],
  "strict-references": [
    inStrict(closed({ a: { description: "An a.", anyOf: [{ $ref: "#" }] } })),
    inStrict(closed({ a: { description: "An a.", $ref: "#" } })),
  ],
  "strict-depth": [
    inStrict(closed({ a: { type: "array", items: nested(8) } })),
    inStrict(closed({ a: { type: "array", items: nested(9) } })),
  ],
  "strict-properties": [
    inStrict(closed(Object.fromEntries(many(5000).map((name) => [name, text])))),
    inStrict(closed(Object.fromEntries(many(5001).map((name) => [name, text])))),
  ],
  "strict-enums": [
    inStrict(closed({ a: { enum: many(1000) } })),
    inStrict(closed({ a: { enum: many(1001) } })),
  ],
  "strict-enum-length": [
    inStrict(closed({ a: { enum: many(251, 50) } })),
    inStrict(closed({ a: { enum: many(251, 60) } })),
  ],
  "strict-characters": [
    inStrict(closed(Object.fromEntries(many(240, 500).map((name) => [name, text])))),
    inStrict(closed(Object.fromEntries(many(241, 500).map((name) => [name, text])))),
  ],
};

const anthropic = (schema: JsonObject, name = "tool"): AnthropicTool => ({
  name,
  input_schema: { type: "object", ...schema },
});
const anthropicCases: Readonly<Record<string, readonly [AnthropicTool, AnthropicTool]>> = {
  name: [anthropic({}), anthropic({}, "a".repeat(65))],
  "root-object": [anthropic({}), anthropic({ type: "string" } as never)],
  "root-combinators": [anthropic({ properties: { a: { oneOf: [text] } } }), anthropic({ oneOf: [{}] })],
  "property-keys": [
    anthropic({ properties: { "a.b-c_d": text } }),
    anthropic({ properties: { "a b": text } }),
  ],
  references: [
    anthropic({ properties: { a: text } }),
    anthropic({ properties: { a: { $ref: "#/$defs/x" } } }),
  ],
  dialect: [
    anthropic({ properties: { a: { prefixItems: [text] } } }),
    anthropic({ properties: { a: { items: [text] } } }),
  ],
};

describe("the rules of OpenAI", () => {
  it("have a date and a source, and a case each", () => {
    expect(openAiRules.readOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(openAiRules.rules.map(({ id }) => id)).toEqual(Object.keys(openAiCases));
    for (const { source } of openAiRules.rules) expect(source).toMatch(/^https:|error/);
  });

  it.each(openAiRules.rules)("$id: $says", ({ id, breaks }) => {
    const [good, bad] = openAiCases[id] ?? [];
    expect(good && breaks(good)).toBeUndefined();
    expect(bad && breaks(bad)).toMatch(/./);
  });

  it("leave out a tool that cannot be made to keep them, and no other", () => {
    const inputSchema = { type: "object" };
    const { tools, leftOut } = toOpenAiResponsesTools([
      { name: "dotted.name", inputSchema },
      { name: "fine", inputSchema },
      { name: "fine", inputSchema },
    ]);
    expect(tools.map(({ name }) => name)).toEqual(["fine"]);
    expect(leftOut).toEqual([
      { name: "dotted.name", reasons: ["name: the name has other characters or is too long"] },
      { name: "fine", reasons: ["another tool has this name"] },
    ]);
  });
});

describe("the rules of Anthropic", () => {
  it("have a date and a source, and a case each", () => {
    expect(anthropicRules.readOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(anthropicRules.rules.map(({ id }) => id)).toEqual(Object.keys(anthropicCases));
  });

  it.each(anthropicRules.rules)("$id: $says", ({ id, breaks }) => {
    const [good, bad] = anthropicCases[id] ?? [];
    expect(good && breaks(good)).toBeUndefined();
    expect(bad && breaks(bad)).toMatch(/./);
  });

  it("leave out a tool whose name they refuse", () => {
    expect(toAnthropicTools([{ name: "é", inputSchema: {} }]).leftOut[0]?.reasons).toHaveLength(1);
  });
});
