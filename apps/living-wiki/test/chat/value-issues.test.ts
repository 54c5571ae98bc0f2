import { expect, test } from "vitest";
import { valueIssues } from "../../src/agent/value-issues.ts";

const schema = {
  type: "object",
  properties: {
    a: { type: "number" },
    size: { enum: ["small", "large"] },
    tags: { type: "array", items: { type: "string" } },
  },
  required: ["a"],
};

test.each([
  [{ a: 1, size: "small", tags: ["x"] }, []],
  [{}, [{ path: "", keyword: "required" }]],
  [
    { a: "many", size: "huge" },
    [
      { path: "/a", keyword: "type" },
      { path: "/size", keyword: "enum" },
    ],
  ],
  [{ a: 1, tags: ["x", 7] }, [{ path: "/tags/1", keyword: "type" }]],
])("%j", (values, issues) => {
  expect(valueIssues(schema, values)).toEqual(issues.map((issue) => expect.objectContaining(issue)));
});

test.each([
  ["that refers to nothing", { type: "object", properties: { a: { $ref: "#/$defs/nothing" } } }],
  ["of an unknown dialect", { $schema: "https://example.com/odd", type: "object" }],
  ["that is no schema", { type: 7 }],
  ["of a pattern that never ends", { type: "object", properties: { a: { pattern: "^(a+)+$" } } }],
  [
    "that is huge",
    { type: "object", required: Array.from({ length: 9_000 }, (_, index) => `name-${index}`) },
  ],
])("a schema %s breaks nothing", (_, odd) => {
  expect(valueIssues(odd, { a: `${"a".repeat(60)}!` })).toEqual([]);
});
