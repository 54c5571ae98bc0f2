import { describe, expect, test } from "vitest";
import type { CompiledSchema } from "../../src/validation/compiled-schema.ts";
import { createSchemaCompiler } from "../../src/validation/schema-compiler.ts";

const compiler = createSchemaCompiler();

function parse(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

function keywords(compiled: CompiledSchema, value: unknown): readonly string[] {
  return compiled.check(value).map(({ keyword }) => keyword);
}

describe("values", () => {
  test("all ways in which a value is wrong are told, with where and why", async () => {
    const compiled = await compiler.compile({
      type: "object",
      required: ["path", "mode"],
      properties: {
        path: { type: "string", minLength: 1 },
        mode: { enum: ["r", "w"] },
        lines: { type: "array", items: { type: "integer", minimum: 1 } },
      },
      additionalProperties: false,
    });
    expect(compiled.check({ path: "", lines: [1, 0], pth: "x" })).toEqual([
      { path: "", keyword: "required", message: "must have required property 'mode'" },
      {
        path: "",
        keyword: "additionalProperties",
        message: 'must have no other properties than "path", "mode", "lines"',
      },
      { path: "/path", keyword: "minLength", message: "must NOT have fewer than 1 characters" },
      { path: "/lines/1", keyword: "minimum", message: "must be >= 1" },
    ]);
    expect(compiled.check({ path: "a", mode: "x" })).toEqual([
      { path: "/mode", keyword: "enum", message: 'must be one of "r", "w"' },
    ]);
    expect(compiled.check({ path: "a", mode: "r" })).toEqual([]);
  });

  test("at most ten issues are told", async () => {
    const compiled = await compiler.compile({
      required: Array.from({ length: 50 }, (_, index) => `p${index}`),
    });
    expect(compiled.check({})).toHaveLength(10);
  });

  test("nothing of the value is in an issue", async () => {
    const secret = "hunter2-canary";
    const compiled = await compiler.compile({
      properties: {
        a: {
          const: 1,
          enum: [1, 2],
          type: "number",
          pattern: "^$",
          maxLength: 1,
          minLength: 99,
          format: "email",
        },
        known: { additionalProperties: { type: "number" }, propertyNames: { maxLength: 3 } },
        list: {
          uniqueItems: true,
          contains: { const: 1 },
          items: { oneOf: [{ type: "number" }, { type: "null" }] },
        },
        tuple: {
          prefixItems: [{ type: "object", patternProperties: { "^h": { type: "null" } } }],
          items: false,
        },
        only: {
          maxProperties: 0,
          dependentRequired: { [secret.slice(0, 3)]: ["x"] },
          unevaluatedProperties: false,
        },
      },
    });
    const value = {
      a: secret,
      known: { [secret]: secret, 4111111111111111: secret },
      list: [secret, secret],
      tuple: [{ [secret]: secret }, secret],
      only: { [secret]: secret },
    };
    for (const part of [value, ...Object.entries(value).map(([key, item]) => ({ [key]: item }))]) {
      const issues = compiled.check(part);
      expect(issues).not.toEqual([]);
      expect(JSON.stringify(issues)).not.toMatch(/hunter2|4111/);
    }
    expect(compiled.check({ known: { abc: "x" } })[0]?.path).toBe("/known/*");
    expect(compiled.check({ list: [1, "x"] }).map(({ path }) => path)).toContain("/list/1");
  });

  test("the names of Object.prototype are ordinary names", async () => {
    const names = ["constructor", "toString", "hasOwnProperty", "valueOf"];
    const compiled = await compiler.compile({
      properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
      required: ["constructor"],
      additionalProperties: false,
    });
    expect(keywords(compiled, {})).toEqual(["required"]);
    expect(keywords(compiled, { constructor: "a" })).toEqual([]);
    expect(keywords(compiled, { constructor: 1 })).toEqual(["type"]);
    expect(keywords(compiled, { constructor: "a", isPrototypeOf: 1 })).toEqual(["additionalProperties"]);
  });

  test("__proto__ in a schema or a value changes no prototype and blocks nothing", async () => {
    const schema = parse(
      '{"properties":{"__proto__":{"type":"string"}},"required":["a"],"__proto__":{"type":"number"},"$defs":{"__proto__":{}}}',
    );
    const compiled = await compiler.compile(schema);
    expect(compiled.check(parse('{"a":1,"__proto__":{"polluted":true}}'))).toEqual([]);
    expect(keywords(compiled, parse('{"__proto__":{"a":1}}'))).toEqual(["required"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    const pointer = await compiler.compile({
      properties: { a: { $ref: "#/__proto__/x" }, b: { $ref: "#/constructor" } },
    });
    expect(pointer.check({ a: 1, b: 2 })).toEqual([]);
  });

  test("the value is neither changed nor filled with defaults", async () => {
    const compiled = await compiler.compile({
      properties: { a: { type: "number", default: 1 }, b: { type: "number" } },
      additionalProperties: false,
    });
    const value = Object.freeze({ b: "2", c: 3 });
    expect(keywords(compiled, value).toSorted()).toEqual(["additionalProperties", "type"]);
    expect(value).toEqual({ b: "2", c: 3 });
  });

  test("null is what the schema says", async () => {
    const compiled = await compiler.compile({
      properties: {
        strict: { type: "string" },
        union: { type: ["string", "null"] },
        open: { type: "string", nullable: true },
        closed: { type: ["string", "null"], nullable: false },
        bare: { nullable: true },
      },
    });
    expect(compiled.warnings).toEqual([]);
    expect(compiled.check({ union: null, open: null, closed: null, bare: null })).toEqual([]);
    expect(keywords(compiled, { strict: null })).toEqual(["type"]);
  });

  test("money is a multiple of a cent", async () => {
    const compiled = await compiler.compile({ multipleOf: 0.01 });
    for (const amount of [0.07, 1.15, 4.35, 1_000_000.01]) expect(compiled.check(amount)).toEqual([]);
    expect(keywords(compiled, 0.075)).toEqual(["multipleOf"]);
  });

  test("lengths count characters", async () => {
    const compiled = await compiler.compile({ minLength: 2, maxLength: 2 });
    expect(compiled.check("😀é")).toEqual([]);
    expect(keywords(compiled, "😀")).toEqual(["minLength"]);
    expect(compiled.check("\ud83dx")).toEqual([]);
  });

  test("an argument that is no JSON is looked at and not thrown over", async () => {
    const compiled = await compiler.compile({ properties: { a: { $ref: "#" } }, uniqueItems: true });
    const cyclic: Record<string, unknown> = {};
    cyclic.a = cyclic;
    const hostile = Object.defineProperty({}, "a", {
      enumerable: true,
      get() {
        throw new Error("hunter2");
      },
    });
    for (const value of [cyclic, [cyclic, cyclic], hostile, undefined, () => 1, Symbol("a"), 1n, new Date()])
      expect(compiled.check(value)).toEqual([]);
    expect(JSON.stringify(compiled.warnings)).not.toContain("hunter2");
  });
});
