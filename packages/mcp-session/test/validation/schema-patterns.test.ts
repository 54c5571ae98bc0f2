import type { JsonObject } from "@x/mcp-core";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { rewriteEcmaPattern } from "../../src/validation/ecma-pattern.ts";
import { createSchemaCompiler } from "../../src/validation/schema-compiler.ts";

const compiler = createSchemaCompiler();

async function verdicts(schema: JsonObject, values: readonly unknown[]): Promise<readonly boolean[]> {
  const compiled = await compiler.compile(schema);
  return values.map((value) => compiled.check(value).length === 0);
}

async function codes(schema: JsonObject): Promise<readonly string[]> {
  return (await compiler.compile(schema)).warnings.map(({ code }) => code);
}

function cpuMs(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe("patterns", () => {
  test("each pattern of a schema is its own", async () => {
    const schema = { properties: { a: { pattern: "^a+$" }, b: { pattern: "^b+$" } } };
    expect(await verdicts(schema, [{ a: "aa", b: "bb" }, { a: "bb" }, { b: "aa" }])).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("a pattern made to backtrack answers about as fast as its text grows", async () => {
    const compiled = await compiler.compile({ pattern: "^(a+)+$" });
    const check = (length: number): number =>
      cpuMs(() => expect(compiled.check(`${"a".repeat(length)}!`)).toHaveLength(1));
    check(5_000);
    const short = check(5_000);
    const long = check(40_000);
    // The native engine doubles its time with every character; 5,000 of them would never end.
    expect(long).toBeLessThan(40 * Math.max(short, 5));
  });

  test("a pattern whose program is large against a long text is given up", async () => {
    const compiled = await compiler.compile({ pattern: "(a|b)*a(a|b){900}[cd]" });
    expect(compiled.check("ab".repeat(100_000))).toEqual([]);
    expect(compiled.warnings.map(({ code }) => code)).toEqual(["check-given-up"]);
  });

  test("what the engine refuses is not checked, named once, and blocks nothing", async () => {
    for (const pattern of [
      "(?=a)",
      "(?!a)b",
      "(?<=a)b",
      "(a)\\1",
      "(?<n>a)\\k<n>",
      "(",
      "a{1001}",
      "(a{100}){100}",
    ]) {
      const schema = { properties: { a: { pattern, minLength: 2 }, b: { pattern } } };
      expect(await verdicts(schema, [{ a: "zz", b: "zz" }, { a: "z" }])).toEqual([true, false]);
      expect(await codes(schema)).toEqual(["unsupported-pattern"]);
    }
  });

  test("a refused pattern blocks nothing where less means more", async () => {
    const refused = { pattern: "(?=x)" };
    const schemas: readonly JsonObject[] = [
      { not: refused },
      { oneOf: [refused, { type: "string" }] },
      { if: refused, else: false },
      { properties: { a: true }, patternProperties: { "(?=x)": true }, additionalProperties: false },
      { patternProperties: { "(?=x)": true }, unevaluatedProperties: false },
      { allOf: [{ patternProperties: { "(?=x)": true } }], unevaluatedProperties: false },
      { $defs: { x: refused }, not: { $ref: "#/$defs/x" } },
      { contains: refused, maxContains: 0 },
      { prefixItems: [refused], unevaluatedItems: false },
    ];
    for (const schema of schemas) {
      expect(await verdicts(schema, ["y", { x: 1 }, ["y", "z"]]), JSON.stringify(schema)).toEqual([
        true,
        true,
        true,
      ]);
      expect(await codes(schema)).toEqual(["unsupported-pattern"]);
    }
  });

  test("the rest of a schema with a refused pattern is still checked", async () => {
    const schema = {
      required: ["a"],
      properties: { a: { type: "string", pattern: "(?=x)" } },
      anyOf: [{ type: "object" }, { pattern: "(?=y)" }],
    };
    expect(await verdicts(schema, [{ a: "x" }, { a: 1 }, {}])).toEqual([true, false, false]);
  });

  test("patternProperties choose by pattern", async () => {
    const schema = {
      patternProperties: { "^n_": { type: "number" } },
      additionalProperties: { type: "string" },
    };
    expect(await verdicts(schema, [{ n_a: 1, b: "c" }, { n_a: "1" }, { b: 1 }])).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("too many patterns are left out and not compiled", async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`p${index}`, { pattern: `[ab]{${800 + index}}` }]),
    );
    const compiled = await compiler.compile({ properties });
    expect(compiled.warnings).toHaveLength(11);
    expect(compiled.warnings[0]?.message).toContain("too large together");
    expect(compiled.check({ p0: "c", p199: "c" }).map(({ path }) => path)).toEqual(["/p0"]);
  });
});

describe("patterns mean what they mean in ECMA-262", () => {
  const matches = (pattern: string, text: string): boolean =>
    RE2JS.compile(RE2JS.translateRegExp(rewriteEcmaPattern(pattern))).test(text);

  const examples: readonly (readonly [pattern: string, ...texts: string[]])[] = [
    ["^\\s+$", "\u00a0\u2003\ufeff\v \t\n\u2028", "a", "\u180e"],
    ["^\\S+$", "abc\u180e", "a\u00a0b", "\u3000"],
    ["^[\\s,]+$", ", \u00a0", "a"],
    ["^[^\\s]+$", "a", "\u00a0"],
    ["^[\\Sx]+$", "ax", " "],
    ["^[^\\S ]+$", "\t\u2028", " ", "a"],
    ["a.b", "axb", "a\nb", "a\rb", "a\u2028b", "a\u2029b", "a😀b"],
    ["^[.]$", ".", "x"],
    ["^a$", "a", "a\n"],
    ["^\\uD83D\\uDE00$", "😀", "😁"],
    ["^[\\uD83D\\uDE00-\\ud83d\\ude02]$", "😁", "😃"],
    ["^[\\u{1F600}-\\u{1F64F}]+$", "😀😃", "a"],
    ["[\\u0000-\\u001f]", "\u0001", "a"],
    ["^[\\b]$", "\b", "b"],
    ["\\bfoo\\b", "a foo b", "afoo"],
    ["^\\cJ$", "\n", "J"],
    ["^[^]$", "x", "\n", ""],
    ["[]", "x", ""],
    ["^\\p{L}+\\p{Lu}$", "éA", "1a"],
    ["^\\p{Script=Greek}+$", "αβ", "ab"],
    ["^\\P{sc=Greek}$", "a", "α"],
    ["^\\p{General_Category=Lu}$", "A", "a"],
    ["^\\/api\\/v\\d+$", "/api/v2", "/api/v"],
    ["^(?<year>\\d{4})-(?:0[1-9]|1[0-2])$", "2026-11", "2026-13"],
    ["^\\\\u0041$", "\\u0041", "A"],
    ["^[\\]\\[\\\\.]+$", "[]\\.", "a"],
    ["", "", "anything"],
  ];

  test("for what both engines write alike and mean differently", () => {
    for (const [pattern, ...texts] of examples)
      for (const text of texts)
        expect([pattern, text, matches(pattern, text)]).toEqual([
          pattern,
          text,
          new RegExp(pattern, "u").test(text),
        ]);
  });

  test("for generated patterns", () => {
    const atom = fc.constantFrom(
      ..."a b - _ \\d \\D \\w \\W \\s \\S . [a-c] [^a] [\\s\\d] [^\\S] \\u0061 \\x62 \\. \\/ \\n [.] (?:a|b) \\u{62}".split(
        " ",
      ),
    );
    const quantified = fc
      .tuple(atom, fc.constantFrom("", "", "*", "+", "?", "{1,3}", "*?"))
      .map((pair) => pair.join(""));
    const pattern = fc
      .tuple(
        fc.constantFrom("", "^"),
        fc.array(quantified, { maxLength: 5 }),
        fc.constantFrom("", "$", "\\b"),
      )
      .map(([head, body, tail]) => head + body.join("") + tail);
    const text = fc.string({ unit: fc.constantFrom(..."abz01-_. \n\r\t\u00a0\u2028é😀/"), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (source, sample) => {
        expect(matches(source, sample)).toBe(new RegExp(source, "u").test(sample));
      }),
      { numRuns: 2_000 },
    );
  });
});
