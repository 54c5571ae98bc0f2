import type { JsonObject } from "@x/mcp-core";
import { describe, expect, test } from "vitest";
import { createSchemaCompiler } from "../../src/validation/schema-compiler.ts";

const compiler = createSchemaCompiler();

function nested(depth: number, wrap: (inner: JsonObject) => JsonObject): JsonObject {
  let schema: JsonObject = { type: "string" };
  for (let level = 0; level < depth; level++) schema = wrap(schema);
  return schema;
}

/**
 * CPU milliseconds, so that other work on the machine does not count; the least of three runs, so that a collection
 * of garbage or a compilation does not either.
 */
function cpuMs(run: () => unknown): number {
  const runs = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...runs);
}

async function codesOf(schema: JsonObject): Promise<readonly string[]> {
  const compiled = await compiler.compile(schema);
  expect(compiled.check({})).toEqual([]);
  return compiled.warnings.map(({ code }) => code);
}

describe("limits on schemas", () => {
  test("a schema of 10,000 levels is a warning, whatever it is nested in", async () => {
    const wraps: readonly ((inner: JsonObject) => JsonObject)[] = [
      (inner) => ({ properties: { a: inner } }),
      (inner) => ({ allOf: [inner] }),
      (inner) => ({ oddness: inner }),
      (inner) => ({ oddness: [[inner]] }),
    ];
    for (const wrap of wraps) expect(await codesOf(nested(10_000, wrap))).toContain("schema-too-large");
  });

  test("plain data of 10,000 levels in a schema is a warning or harmless", async () => {
    const deep = nested(10_000, (inner) => ({ a: inner }));
    for (const keyword of ["const", "default"]) {
      const compiled = await compiler.compile({ [keyword]: deep, type: "object" });
      expect(compiled.check(deep)).toEqual([]);
    }
  });

  test("the depth that real tools have is no limit", async () => {
    const compiled = await compiler.compile(nested(30, (inner) => ({ properties: { a: { items: inner } } })));
    expect(compiled.warnings).toEqual([]);
  });

  test("too many subschemas and too many bytes are a warning", async () => {
    const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`p${index}`, {}]));
    expect(await codesOf({ properties: many })).toEqual(["schema-too-large"]);
    expect(await codesOf({ description: "x".repeat(2 ** 20) })).toEqual(["schema-too-large"]);
    const small = createSchemaCompiler({ maxBytes: 100, maxDepth: 2, maxSubschemas: 3 });
    expect((await small.compile({ description: "x".repeat(100) })).warnings[0]?.message).toContain(
      "100 bytes",
    );
    expect((await small.compile({ not: { not: { not: {} } } })).warnings[0]?.message).toContain("2 levels");
    expect((await small.compile({ allOf: [{}, {}, {}] })).warnings[0]?.message).toContain("3 subschemas");
  });

  test("an enum of 50,000 values works", async () => {
    const compiled = await compiler.compile({
      enum: Array.from({ length: 50_000 }, (_, index) => `v${index}`),
    });
    expect(compiled.check("v49999")).toEqual([]);
    expect(compiled.check("v50000")[0]?.message).toContain("(and 49988 more)");
  });

  test("a schema that does not compile blocks nothing", async () => {
    for (const schema of [
      { type: "any" },
      { properties: { a: null } },
      { required: true },
      { enum: [] },
      { $ref: 7 },
      { items: 7 },
      { allOf: {} },
    ])
      expect(await codesOf(schema)).toEqual(["schema-not-compiled"]);
  });
});

test("what is no schema where one belongs blocks nothing", async () => {
  for (const schema of [{ properties: { a: "string" } }, { properties: { required: ["a"] } }, { not: "x" }])
    expect((await compiler.compile(schema)).check({ a: 1, required: 2 })).toEqual([]);
});

describe("limits on checks", () => {
  test("definitions that double at every step end after a bounded time", async () => {
    const defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `d${index}`,
        index === 0 ? {} : { allOf: [{ $ref: `#/$defs/d${index - 1}` }, { $ref: `#/$defs/d${index - 1}` }] },
      ]),
    );
    const compiled = await compiler.compile({ $defs: defs, $ref: "#/$defs/d59" });
    expect(compiled.check(1)).toEqual([]);
    expect(compiled.warnings.map(({ code }) => code)).toEqual(["check-given-up"]);
    compiled.check(1);
    expect(compiled.warnings).toHaveLength(1);
  });

  test("a recursion that doubles with each level of the value is bounded as well", async () => {
    const step = { properties: { next: { $ref: "#" } } };
    let value: JsonObject = {};
    for (let level = 0; level < 60; level++) value = { next: value };
    const compiled = await compiler.compile({
      type: "object",
      anyOf: [{ ...step, required: ["x"] }, step],
      allOf: [step],
    });
    expect(compiled.check(value)).toEqual([]);
    expect(compiled.warnings.map(({ code }) => code)).toEqual(["check-given-up"]);
  });

  test("a value too deep for the stack is given up and not thrown", async () => {
    let value: unknown = [];
    for (let level = 0; level < 200_000; level++) value = [value];
    for (const schema of [{ items: { $ref: "#" } }, { uniqueItems: true }, { $ref: "#" }]) {
      const compiled = await compiler.compile({ ...schema });
      expect(compiled.check([value, value])).toEqual([]);
      expect(compiled.warnings.map(({ code }) => code)).toEqual(["check-given-up"]);
    }
  });

  test("keywords that look at the whole value are paid for each time", async () => {
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1]));
    for (const [part, value] of [
      [{ maxLength: 1e9 }, "x".repeat(1_000_000)],
      [{ maxProperties: 1e9 }, wide],
      [{ additionalProperties: {} }, wide],
      [{ propertyNames: {} }, wide],
      [{ items: {} }, Object.keys(wide)],
      [{ pattern: "^x*$" }, "x".repeat(1_000_000)],
    ] as const) {
      const one = await compiler.compile({ allOf: [part] });
      expect(one.check(value)).toEqual([]);
      expect(one.warnings).toEqual([]);
      const many = await compiler.compile({ allOf: Array.from({ length: 300 }, () => part) });
      const spent = cpuMs(() => expect(many.check(value)).toEqual([]));
      expect(many.warnings.map(({ code }) => code)).toEqual(["check-given-up"]);
      // All 300 would take 300 times as long as one.
      expect(spent).toBeLessThan(
        60 *
          Math.max(
            5,
            cpuMs(() => one.check(value)),
          ),
      );
    }
  });

  test("uniqueItems takes about linear time and knows equal objects", async () => {
    const compiled = await compiler.compile({ uniqueItems: true });
    const items = (count: number): unknown =>
      Array.from({ length: count }, (_, index) => ({ a: index, b: [index] }));
    compiled.check(items(1_000));
    const short = cpuMs(() => expect(compiled.check(items(10_000))).toEqual([]));
    const long = cpuMs(() => expect(compiled.check(items(80_000))).toEqual([]));
    // Eight times the items: a quadratic check would take 64 times as long.
    expect(long).toBeLessThan(30 * Math.max(short, 5));
    expect(
      compiled.check([
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ])[0]?.keyword,
    ).toBe("uniqueItems");
    expect(compiled.check([1, "1", true, "true", null, "null", [1], "[1]"])).toEqual([]);
  });

  test("a million wrong items give few issues", async () => {
    const compiled = await compiler.compile({ items: { type: "string" } });
    const issues = compiled.check(Array.from({ length: 1_000_000 }, (_, index) => index));
    expect(issues.length).toBeGreaterThan(0);
    expect(issues.length).toBeLessThanOrEqual(10);
  });
});
