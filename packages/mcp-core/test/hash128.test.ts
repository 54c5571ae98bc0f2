import fc from "fast-check";
import { expect, test } from "vitest";
import { cacheKey } from "../src/cache-key.ts";
import { hash128 } from "../src/hash128.ts";

test("gives four unsigned words, the same for the same text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const words = hash128(text);
      expect(words).toEqual(hash128(text));
      expect(words).toHaveLength(4);
      for (const word of words) expect(word).toBe(word >>> 0);
    }),
  );
});

test("tells 200,000 similar texts apart, in every pair of lanes", () => {
  const whole = new Set<string>();
  const halves = [new Set<string>(), new Set<string>()];
  for (let index = 0; index < 200_000; index++) {
    const [a = 0, b = 0, c = 0, d = 0] = hash128(`["server","tool-${index}"]`);
    whole.add([a, b, c, d].join());
    halves[0]?.add([a, b].join());
    halves[1]?.add([c, d].join());
  }
  expect(whole.size).toBe(200_000);
  expect(halves.map(({ size }) => size)).toEqual([200_000, 200_000]);
});

test("changes about half of its bits with one character", () => {
  const bits = (words: readonly number[]): string =>
    words.map((word) => word.toString(2).padStart(32, "0")).join("");
  let changed = 0;
  for (let index = 0; index < 500; index++) {
    const before = bits(hash128(`name-${index}-a`));
    const after = bits(hash128(`name-${index}-b`));
    changed += [...before].filter((bit, place) => bit !== after[place]).length;
  }
  expect(changed / 500 / 128).toBeGreaterThan(0.45);
  expect(changed / 500 / 128).toBeLessThan(0.55);
});

test("a cache key does not depend on the order of keys", () => {
  expect(cacheKey({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(cacheKey({ b: [{ d: 3, c: 2 }], a: 1 }));
  expect(cacheKey({ a: 1 })).not.toBe(cacheKey({ a: 2 }));
  expect(cacheKey({ a: 1 })).toMatch(/^[0-9a-f]{32}$/);
});
