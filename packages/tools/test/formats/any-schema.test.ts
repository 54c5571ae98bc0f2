import type { JsonObject } from "@x/mcp-core";
import { createToolRegistry, defineTool } from "@x/tools";
import { toAiSdkTools } from "@x/tools/ai-sdk";
import { toAnthropicTools } from "@x/tools/anthropic";
import { toOpenAiResponsesTools } from "@x/tools/openai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const keywords = [
  "type",
  "properties",
  "required",
  "items",
  "prefixItems",
  "additionalItems",
  "additionalProperties",
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "enum",
  "const",
  "$ref",
  "$defs",
  "definitions",
  "exclusiveMinimum",
  "minimum",
  "nullable",
  "description",
  "title",
  "$schema",
  "$id",
  "format",
  "pattern",
  "patternProperties",
  "if",
  "x-header",
  "unheard-of",
  "__proto__",
];
const words = [
  "object",
  "array",
  "string",
  "null",
  "any",
  "#",
  "#/$defs/a",
  "#/definitions/a",
  "#/properties/a",
  "https://x.example/s",
  "^(?!a)b",
  "[\\p{L}",
  "",
];

/** Something that may be meant as a schema: keywords with values of every kind, right and wrong. */
const { schema } = fc.letrec<{ schema: JsonObject; value: unknown }>((tie) => ({
  schema: fc
    .array(fc.tuple(fc.constantFrom(...keywords), tie("value")), { maxLength: 6 })
    .map((entries) => Object.fromEntries(entries)),
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom<unknown>(...words, true, false, null, 0, 1.5),
    fc.string({ unit: "binary", maxLength: 12 }),
    tie("schema"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(fc.constantFrom("a", "b", "b c", "required"), fc.string({ maxLength: 80 })),
      tie("value"),
      { maxKeys: 3 },
    ),
  ),
}));

describe("whatever a server sends as a schema", () => {
  it("is compiled for every provider without breaking one of its rules, and is not touched", () => {
    fc.assert(
      fc.property(schema, (inputSchema) => {
        const before = JSON.stringify(inputSchema);
        const tools = [{ name: "tool", inputSchema }];
        const registry = createToolRegistry([defineTool({ ...tools[0], name: "tool", execute: () => "" })]);
        for (const { leftOut, reports } of [
          toOpenAiResponsesTools(tools),
          toOpenAiResponsesTools(tools, { strict: "auto" }),
          toAnthropicTools(tools),
          toAiSdkTools(registry),
        ]) {
          expect(leftOut).toEqual([]);
          expect(reports).toHaveLength(1);
        }
        expect(JSON.stringify(inputSchema)).toBe(before);
      }),
      { numRuns: 500 },
    );
  });

  it("gives the same arguments back that it took, whatever they are", () => {
    fc.assert(
      fc.property(
        schema,
        fc.dictionary(
          fc.string(),
          fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes("null")),
        ),
        (inputSchema, args) => {
          const { readArguments } = toAnthropicTools([{ name: "tool", inputSchema }]);
          expect(JSON.stringify(readArguments("tool", args))).toBe(JSON.stringify(args));
        },
      ),
      { numRuns: 200 },
    );
  });
});
