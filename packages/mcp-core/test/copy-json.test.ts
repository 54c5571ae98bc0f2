import { copyJson } from "@x/mcp-core";
import { expect, it } from "vitest";

it("a copy does not follow what it was made of", () => {
  const original = { list: [{ a: 1 }], text: "b" };
  const copied = copyJson(original);
  original.list[0] = { a: 2 };
  original.list.push({ a: 3 });
  original.text = "c";
  expect(copied).toEqual({ list: [{ a: 1 }], text: "b" });
});

it("a copy is sent as what it was made of would be", () => {
  const values = {
    date: new Date(0),
    none: undefined,
    nothing: null,
    sparse: [1, undefined],
    deep: { n: 0.5 },
  };
  expect(JSON.stringify(copyJson(values))).toBe(JSON.stringify(values));
});

it("a key that names the prototype is a key", () => {
  const copied = copyJson(JSON.parse('{ "a": { "__proto__": { "polluted": true } } }'));
  expect(JSON.stringify(copied)).toBe('{"a":{"__proto__":{"polluted":true}}}');
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

it("a cycle ends where it closes, and shared parts are copied", () => {
  const shared = { a: 1 };
  const value: Record<string, unknown> = { one: shared, two: shared };
  value.self = value;
  const copied = copyJson(value);
  expect(copied).toMatchObject({ one: { a: 1 }, two: { a: 1 } });
  expect(copied.self).toBe(value);
});
