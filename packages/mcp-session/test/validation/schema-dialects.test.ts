import type { JsonObject } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { createSchemaCompiler } from "../../src/validation/schema-compiler.ts";

const compiler = createSchemaCompiler();

async function verdicts(schema: JsonObject, values: readonly unknown[]): Promise<readonly boolean[]> {
  const compiled = await compiler.compile(schema);
  return values.map((value) => compiled.check(value).length === 0);
}

async function codes(schema: JsonObject): Promise<readonly string[]> {
  return (await compiler.compile(schema)).warnings.map(({ code }) => code);
}

const tree = (defs: string): JsonObject => ({
  type: "object",
  properties: { root: { $ref: `#/${defs}/node` } },
  [defs]: {
    node: {
      type: "object",
      required: ["name"],
      properties: {
        name: { type: "string" },
        children: { type: "array", items: { $ref: `#/${defs}/node` } },
      },
    },
  },
});

const goodTree = { root: { name: "a", children: [{ name: "b", children: [] }] } };
const badTree = { root: { name: "a", children: [{ name: "b", children: [{}] }] } };

/** For each dialect: what only it says that way, with a value that fits and one that does not. */
const corpus: readonly { dialect: string; schema: JsonObject; good: unknown; bad: unknown }[] = [
  {
    dialect: "absent, which is 2020-12",
    schema: { prefixItems: [{ type: "string" }], items: false },
    good: ["a"],
    bad: ["a", "b"],
  },
  {
    dialect: "2020-12",
    schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $defs: { a: { $anchor: "here", type: "integer" } },
      properties: { n: { $ref: "#here" } },
      unevaluatedProperties: false,
    },
    good: { n: 1 },
    bad: { n: 1, m: 2 },
  },
  {
    dialect: "2019-09",
    schema: {
      $schema: "https://json-schema.org/draft/2019-09/schema",
      items: [{ type: "string" }],
      additionalItems: { type: "number" },
      dependentRequired: { a: ["b"] },
    },
    good: ["a", 1],
    bad: ["a", "b"],
  },
  {
    dialect: "draft-07",
    schema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      if: { properties: { kind: { const: "b" } } },
      else: { required: ["x"] },
    },
    good: { kind: "a", x: 1 },
    bad: { kind: "a" },
  },
  {
    dialect: "draft-06",
    schema: { $schema: "http://json-schema.org/draft-06/schema#", exclusiveMinimum: 0, const: 4 },
    good: 4,
    bad: 0,
  },
  {
    dialect: "draft-04",
    schema: {
      $schema: "http://json-schema.org/draft-04/schema#",
      id: "https://example.com/tool",
      minimum: 0,
      exclusiveMinimum: true,
    },
    good: 1,
    bad: 0,
  },
];

describe("dialects", () => {
  for (const { dialect, schema, good, bad } of corpus)
    test(`a schema of ${dialect} is checked as what it is`, async () => {
      expect(await verdicts(schema, [good, bad])).toEqual([true, false]);
      expect(await codes(schema)).toEqual([]);
    });

  test("a recursive schema works in every dialect", async () => {
    for (const $schema of [undefined, ...corpus.slice(1).map(({ schema }) => schema.$schema)]) {
      const old = typeof $schema === "string" && $schema.startsWith("http:");
      const schema = {
        ...tree(old ? "definitions" : "$defs"),
        ...($schema === undefined ? {} : { $schema }),
      };
      expect(await verdicts(schema, [goodTree, badTree]), String($schema)).toEqual([true, false]);
    }
  });

  test("what stands beside a $ref counts from 2019-09 on and not before", async () => {
    const schema = { $ref: "#/definitions/any", type: "string", definitions: { any: {} } };
    expect(await verdicts({ ...schema, $schema: "http://json-schema.org/draft-07/schema#" }, [1])).toEqual([
      true,
    ]);
    expect(await verdicts(schema, [1])).toEqual([false]);
  });

  test("an unknown dialect blocks nothing and is read as 2020-12", async () => {
    for (const $schema of [
      "https://example.com/mine",
      "http://json-schema.org/draft-99/schema#",
      7,
      null,
      "",
    ]) {
      const schema = { $schema, type: "object", required: ["a"] };
      expect(await verdicts(schema, [{ a: 1 }, {}])).toEqual([true, false]);
      expect(await codes(schema)).toEqual(["unknown-dialect"]);
    }
  });

  test("a schema that names no dialect and is an older one is read as that", async () => {
    const lists = { items: [{ type: "string" }, { type: "number" }] };
    expect(
      await verdicts(lists, [
        ["a", 1],
        ["a", "b"],
      ]),
    ).toEqual([true, false]);
    expect(await codes(lists)).toEqual(["guessed-dialect"]);
    const bounds = { minimum: 0, exclusiveMinimum: true };
    expect(await verdicts(bounds, [1, 0])).toEqual([true, false]);
    expect(await codes(bounds)).toEqual(["guessed-dialect"]);
  });

  test("unknown keywords are named once each, extension keywords not at all", async () => {
    const part = { markdownDescription: "a", "x-order": 1 };
    const compiled = await compiler.compile({ ...part, properties: { a: part, markdownDescription: part } });
    expect(compiled.warnings).toEqual([
      { code: "unknown-keyword", message: 'The keyword "markdownDescription" is not known and not checked.' },
    ]);
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`odd${index}`, index]));
    expect((await compiler.compile(many)).warnings).toHaveLength(11);
  });

  test("formats are annotations", async () => {
    expect(await verdicts({ format: "date-time" }, ["no date"])).toEqual([true]);
    expect(await codes({ format: "date-time" })).toEqual([]);
  });

  test("a tool that takes a schema may refer to the schema of schemas", async () => {
    const schema = { properties: { schema: { $ref: "https://json-schema.org/draft/2020-12/schema" } } };
    expect(await verdicts(schema, [{ schema: { type: "string" } }, { schema: { type: 7 } }])).toEqual([
      true,
      false,
    ]);
  });
});
