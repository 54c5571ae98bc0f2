import { expect, test } from "vitest";
import { placeIssues } from "../../web/src/form/field-issues.ts";
import { readForm } from "../../web/src/form/read-field.ts";

const form = readForm({
  type: "object",
  properties: {
    title: { type: "string" },
    count: { type: "integer" },
    people: {
      type: "array",
      items: {
        type: "object",
        properties: { name: { type: "string" }, "e/mail": { type: "string" } },
        required: ["name", "e/mail"],
      },
    },
  },
  required: ["title", "count"],
});

const sent = { title: "T", count: "", people: [{ name: "Ada", "e/mail": "" }] };

test("what is missing is shown at the fields that were left empty, not at those that were filled", () => {
  const issues = placeIssues(form, sent, [
    { path: "", keyword: "required", message: "must have required property 'count'" },
    { path: "/people/0", keyword: "required", message: "must have required property 'e/mail'" },
  ]);
  expect([...issues]).toEqual([
    ["/count", ["is required"]],
    ["/people/0/e~1mail", ["is required"]],
  ]);
});

test("what the form has no field for is shown at the nearest one around it", () => {
  const issues = placeIssues(form, sent, [
    { path: "/people/0/name/deeper", keyword: "type", message: "must be string" },
    { path: "/people/7", keyword: "type", message: "must be object" },
    { path: "/*", keyword: "type", message: "must be number" },
    { path: "", keyword: "additionalProperties", message: "must have no other properties" },
  ]);
  expect(Object.fromEntries(issues)).toEqual({
    "/people/0/name": ["must be string"],
    "/people": ["must be object"],
    "": ["must be number", "must have no other properties"],
  });
});

test("a message is said once at each field", () => {
  const twice = { path: "/count", keyword: "type", message: "must be integer" };
  expect([...placeIssues(form, sent, [twice, twice])]).toEqual([["/count", ["must be integer"]]]);
});
