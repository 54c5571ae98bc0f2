import { nearestNames, stableHash, stableJson } from "@x/mcp-core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("the nearest names", () => {
  const tools = ["read_file", "write_file", "list_directory", "search_files", "get_page", "x"];

  test("are those with the same letters, more or fewer, or the same words", () => {
    expect(nearestNames("raed_file", tools)[0]).toBe("read_file");
    expect(nearestNames("readFile", ["read_file", "zzz"])).toEqual(["read_file"]);
    expect(nearestNames("file", tools)).toContain("write_file");
    expect(nearestNames("directory_list", tools)[0]).toBe("list_directory");
    expect(nearestNames("PAGE", tools)).toEqual(["get_page"]);
    expect(nearestNames("nothing-like-it", tools)).toEqual([]);
  });

  test("begin with the name itself, are candidates, and are no more than asked for", () => {
    const name = fc.string({ maxLength: 20 });
    fc.assert(
      fc.property(name, fc.uniqueArray(name, { maxLength: 10 }), fc.nat(5), (wanted, candidates, max) => {
        const nearest = nearestNames(wanted, candidates, max);
        expect(nearest.length).toBeLessThanOrEqual(max);
        for (const found of nearest) expect(candidates).toContain(found);
        expect(new Set(nearest).size).toBe(nearest.length);
        if (max > 0 && candidates.includes(wanted))
          expect(nearestNames(wanted, candidates, 20)).toContain(wanted);
      }),
    );
  });

  test("do not depend on the order of candidates", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(tools), (some) => {
        expect(nearestNames("read", some)).toEqual(nearestNames("read", some.toSorted()));
      }),
    );
  });

  test("of a very long name are found in a moment", () => {
    const long = "a".repeat(1_000_000);
    expect(
      nearestNames(
        long,
        Array.from({ length: 200 }, (_, index) => `${long}${index}`),
      ),
    ).toHaveLength(3);
  });
});

describe("the stable hash", () => {
  /** The same value with the keys of every object in another order. */
  const reordered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reordered);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, item]) => [key, reordered(item)]),
    );
  };

  test("is the same for equal values, whatever the order of their keys", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(stableHash(reordered(value))).toBe(stableHash(value));
        expect(stableHash(value)).toMatch(/^[0-9a-f]{64}$/);
      }),
    );
  });

  test("differs for values that differ", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const equal =
          JSON.stringify(JSON.parse(stableJson(one))) === JSON.stringify(JSON.parse(stableJson(other)));
        expect(stableHash(one) === stableHash(other)).toBe(equal);
      }),
    );
    for (const [one, other] of [
      [
        [1, 2],
        [2, 1],
      ],
      [{ a: 1 }, { a: "1" }],
      [{ a: { b: 1 } }, { "a.b": 1 }],
      [[], {}],
      [null, "null"],
      [undefined, "undefined"],
    ])
      expect(stableHash(one)).not.toBe(stableHash(other));
  });

  test("keeps odd keys, and writes them in one order", () => {
    const odd = JSON.parse('{"b":1,"__proto__":2,"10":3,"9":4,"":5}') as unknown;
    expect(JSON.parse(stableJson(odd))).toEqual(odd);
    expect(stableJson({ b: 1, a: [{ d: 1, c: 2 }] })).toBe('{"a":[{"c":2,"d":1}],"b":1}');
  });
});
