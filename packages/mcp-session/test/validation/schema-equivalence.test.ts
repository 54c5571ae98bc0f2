import type { JsonObject } from "@x/mcp-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSchemaCompiler } from "../../src/validation/schema-compiler.ts";

const names = ["a", "b", "c"];
const name = fc.constantFrom(...names);
const small = fc.nat(3);
const scalar = fc.constantFrom<unknown>(null, true, 0, 1, 2, "", "a", "ab", "😀");

/** Schemas of every keyword that the compiler touches, over values small enough to meet them. */
function schemas(
  patterns: readonly string[],
  keyPatterns: readonly string[],
): fc.Arbitrary<JsonObject | boolean> {
  return fc.letrec<{ schema: JsonObject | boolean }>((tie) => {
    const list = fc.array(tie("schema"), { minLength: 1, maxLength: 2 });
    const map = fc.dictionary(name, tie("schema"), { maxKeys: 2 });
    return {
      schema: fc.oneof(
        { maxDepth: 2, depthSize: "small" },
        fc.boolean(),
        fc.record(
          {
            type: fc.constantFrom("string", "number", "object", "array", "null", ["string", "null"]),
            minLength: small,
            maxLength: small,
            pattern: fc.constantFrom(...patterns),
            minimum: small,
            enum: fc.array(scalar, { minLength: 1, maxLength: 3 }),
            const: scalar,
            minItems: small,
            uniqueItems: fc.boolean(),
            minProperties: small,
            maxProperties: small,
            required: fc.subarray(names),
          },
          { requiredKeys: [], noNullPrototype: true },
        ) as fc.Arbitrary<JsonObject>,
        fc.record(
          {
            properties: map,
            patternProperties: fc.dictionary(fc.constantFrom(...keyPatterns), tie("schema"), { maxKeys: 1 }),
            additionalProperties: tie("schema"),
            propertyNames: tie("schema"),
            dependentRequired: fc.dictionary(name, fc.subarray(names), { maxKeys: 1 }),
            unevaluatedProperties: tie("schema"),
            items: tie("schema"),
            prefixItems: list,
            contains: tie("schema"),
            allOf: list,
            anyOf: list,
            oneOf: list,
            not: tie("schema"),
            if: tie("schema"),
            else: tie("schema"),
          },
          { requiredKeys: [], noNullPrototype: true },
        ) as fc.Arbitrary<JsonObject>,
      ),
    };
  }).schema;
}

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3 }),
  ),
}));

test("what is counted, copied and bounded is judged as the plain validator judges it", async () => {
  const compiler = createSchemaCompiler();
  await fc.assert(
    fc.asyncProperty(
      schemas(["^a", "b$", "^.$"], ["^a", "[bc]"]),
      fc.array(value, { minLength: 1, maxLength: 5 }),
      async (body, values) => {
        const root: JsonObject = { $defs: { body }, properties: { v: { $ref: "#/$defs/body" } } };
        const plain = new Ajv2020({ strict: false, ownProperties: true, validateFormats: false }).compile(
          root,
        );
        const { check, warnings } = await compiler.compile(root);
        expect(warnings).toEqual([]);
        for (const v of values) expect([v, check({ v }).length === 0]).toEqual([v, plain({ v })]);
      },
    ),
    { numRuns: 40 },
  );
});

test("a refused pattern never makes a value wrong that the whole schema accepts", async () => {
  const compiler = createSchemaCompiler();
  const part = schemas(["^(?=a)", "(?<!a)b$", "^a"], ["^(?=[ab])", "[bc]"]);
  const pattern = fc.constantFrom("^(?=a)", "(?<!a)b$");
  // Each of these turns round what the pattern accepts.
  // Each of these turns round what the pattern accepts.
  const refused = fc.tuple(part, pattern, fc.nat(2)).map(([other, refusal, which]) => {
    const below = { anyOf: [{ pattern: refusal }, { allOf: [other, { pattern: refusal }] }] };
    return [{ not: below }, { if: below, else: other }, { oneOf: [below, other] }][which] ?? below;
  });
  await fc.assert(
    fc.asyncProperty(refused, fc.array(value, { minLength: 1, maxLength: 5 }), async (body, values) => {
      const root: JsonObject = { $defs: { body }, properties: { v: { $ref: "#/$defs/body" } } };
      const plain = new Ajv2020({ strict: false, ownProperties: true, validateFormats: false }).compile(root);
      const { check } = await compiler.compile(root);
      for (const v of values) if (plain({ v })) expect([v, check({ v })]).toEqual([v, []]);
    }),
    { numRuns: 40 },
  );
});
