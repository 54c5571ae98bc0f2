import { describe, expect, test } from "vitest";
import { fillArguments, schemaOf } from "../../src/planner/fill-arguments.ts";

const text = { type: "object", properties: { message: { type: "string" } }, required: ["message"] };
const sum = {
  type: "object",
  properties: { a: { type: "number" }, b: { type: "integer" } },
  required: ["a", "b"],
};
const order = {
  type: "object",
  properties: {
    city: { type: "string" },
    size: { enum: ["small", "large"] },
    count: { type: "integer" },
    gift: { type: "boolean" },
    tags: { type: "array" },
  },
  required: ["city", "size"],
};

describe("arguments are found in what a person wrote", () => {
  test.each([
    [text, "hello there", { message: "hello there" }],
    [text, 'say "good day" now', { message: "good day" }],
    [text, 'message="a b"', { message: "a b" }],
    [text, '{"message":"x"}', { message: "x" }],
    [sum, "2.5 and 3", { a: 2.5, b: 3 }],
    [sum, "b=7, a: -1", { a: -1, b: 7 }],
    [sum, "add -4 to 10", { a: -4, b: 10 }],
    [order, "a LARGE one for 'Bergen'", { city: "Bergen", size: "large" }],
    [order, "city=Oslo size=small count=3 gift=yes", { city: "Oslo", size: "small", count: 3, gift: true }],
    [order, '{"city":"Oslo","size":"small","tags":["a"]}', { city: "Oslo", size: "small", tags: ["a"] }],
  ])("%# %s", (schema, said, values) => {
    expect(fillArguments(schema, said)).toEqual({ values, missing: [] });
  });

  test.each([
    [sum, "2", { a: 2 }, ["b"]],
    [sum, "v2 and 3x", {}, ["a", "b"]],
    [order, "Bergen", { city: "Bergen" }, ["size"]],
    [text, "  ", {}, ["message"]],
    [sum, "b=2.5 a=1", { a: 1 }, ["b"]],
  ])("and what is missing is told: %# %s", (schema, said, values, missing) => {
    expect(fillArguments(schema, said)).toEqual({ values, missing });
  });

  test("what is known already is not looked for", () => {
    expect(fillArguments(sum, "2", { b: 9 })).toEqual({ values: { a: 2, b: 9 }, missing: [] });
  });

  test("a form asks for what is missing, with what its schema refers to", () => {
    const schema = { ...order, $defs: { x: {} } };
    expect(schemaOf(schema, ["size"])).toEqual({
      type: "object",
      properties: { size: { enum: ["small", "large"] } },
      required: ["size"],
      $defs: { x: {} },
    });
  });
});
