import type { JsonObject } from "@x/mcp-core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dropOptionalNulls } from "../../src/validation/argument-nulls.ts";
import { createSchemaCompiler } from "../../src/validation/schema-compiler.ts";

const object = (properties: JsonObject, rest: JsonObject = {}): JsonObject => ({
  type: "object",
  properties,
  ...rest,
});

describe("null for an optional property", () => {
  const forbids: readonly JsonObject[] = [
    { type: "string" },
    { type: ["string", "number"] },
    { enum: ["a", "b"] },
    { const: "a" },
    { allOf: [{}, { type: "string" }] },
    { anyOf: [{ type: "string" }, { type: "number" }] },
    { oneOf: [{ enum: ["a"] }, { const: 1 }] },
    { not: { type: "null" } },
    { $ref: "#/$defs/text" },
    { $ref: "#/$defs/indirect" },
  ];
  const allows: readonly JsonObject[] = [
    {},
    { type: "null" },
    { type: ["string", "null"] },
    { type: "string", nullable: true },
    { enum: ["a", null] },
    { const: null },
    { anyOf: [{ type: "string" }, { type: "null" }] },
    { anyOf: [{ type: "string" }, {}] },
    { anyOf: [] },
    { $ref: "#/$defs/gone" },
    { $ref: "https://example.com/x" },
    { $ref: "#/$defs/loop" },
    { minLength: 3 },
    { not: { type: "null", minLength: 1 } },
  ];
  const $defs = {
    text: { type: "string" },
    indirect: { $ref: "#/$defs/text" },
    loop: { $ref: "#/$defs/loop" },
  };

  test("is left out where the schema forbids null", () => {
    for (const schema of forbids)
      expect(
        dropOptionalNulls({ a: null, b: 1 }, object({ a: schema, b: {} }, { $defs })),
        JSON.stringify(schema),
      ).toEqual({ b: 1 });
  });

  test("stays where the schema allows it or does not say", () => {
    for (const schema of allows) {
      const args = { a: null };
      expect(dropOptionalNulls(args, object({ a: schema }, { $defs })), JSON.stringify(schema)).toBe(args);
    }
  });

  test("stays where the property is required, in any branch", () => {
    const a = { type: "string" };
    for (const rest of [
      { required: ["a"] },
      { allOf: [{ required: ["a"] }] },
      { anyOf: [{ required: ["b"] }, { required: ["a"] }] },
      { if: {}, else: { required: ["a"] } },
    ])
      expect(dropOptionalNulls({ a: null }, object({ a }, rest))).toEqual({ a: null });
  });

  test("is found in objects inside objects and lists, through references", () => {
    const schema = object(
      { node: { $ref: "#/$defs/node" }, list: { type: "array", items: { $ref: "#/$defs/node" } } },
      { $defs: { node: object({ name: { type: "string" }, next: { $ref: "#/$defs/node" } }) } },
    );
    const args = {
      node: { name: null, next: { name: "b", next: { name: null } } },
      list: [{ name: "a" }, { name: null }, null],
    };
    const before = structuredClone(args);
    expect(dropOptionalNulls(args, schema)).toEqual({
      node: { next: { name: "b", next: {} } },
      list: [{ name: "a" }, {}, null],
    });
    expect(args).toEqual(before);
  });

  test("types stay what they are, and unknown properties are kept", () => {
    const args = { a: "null", b: ["null"], c: null, d: 0, e: false, f: "" };
    expect(dropOptionalNulls(args, object({ a: { type: "string" }, d: {} }))).toBe(args);
  });

  test("a __proto__ in the arguments stays a property", () => {
    const args = JSON.parse('{"__proto__":{"x":1},"a":null}') as JsonObject;
    const next = dropOptionalNulls(args, object({ a: { type: "string" } }));
    expect(Object.keys(next)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(next)).toBe(Object.prototype);
  });

  test("schemas made to loop or to double end", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `d${index}`,
        { allOf: [{ $ref: `#/$defs/d${index - 1}` }, { $ref: `#/$defs/d${index - 1}` }, { $ref: "#" }] },
      ]),
    );
    let args: JsonObject = { a: null };
    for (let level = 0; level < 5_000; level++) args = { a: args };
    const schema = { $defs, $ref: "#/$defs/d59", properties: { a: { $ref: "#" } } };
    expect(dropOptionalNulls(args, schema)).toBe(args);
  });

  test("never makes arguments wrong that were right", async () => {
    const compiler = createSchemaCompiler();
    const leaf = fc.constantFrom<JsonObject>(...forbids.slice(0, 8), ...allows.slice(0, 9));
    const names = fc.subarray(["a", "b", "c"]);
    const schemas = fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(fc.constantFrom("a", "b", "c"), leaf),
      required: names,
    });
    const values = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom(null, "a", 1, "b"));
    await fc.assert(
      fc.asyncProperty(schemas, values, async (schema, args) => {
        const { check } = await compiler.compile(schema);
        const next = dropOptionalNulls(args, schema);
        if (check(args).length === 0) expect(check(next)).toEqual([]);
        expect(check(next).length).toBeLessThanOrEqual(check(args).length);
      }),
      { numRuns: 300 },
    );
  });
});
