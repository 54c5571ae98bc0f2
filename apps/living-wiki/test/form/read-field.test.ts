import { describe, expect, test } from "vitest";
import type { Field, GroupField } from "../../web/src/form/field.ts";
import { readForm } from "../../web/src/form/read-field.ts";

function fieldsOf(properties: object, more: object = {}): readonly Field[] {
  return (readForm({ type: "object", properties, ...more }) as GroupField).fields;
}

function kindOf(schema: object, more: object = {}): string | undefined {
  return fieldsOf({ it: schema }, more)[0]?.kind;
}

describe("readForm", () => {
  test.each([
    ["text", { type: "string" }],
    ["number", { type: "number" }],
    ["number", { type: "integer" }],
    ["boolean", { type: "boolean" }],
    ["choice", { enum: ["a", 2, null] }],
    ["choice", { const: "only" }],
    ["choice", { oneOf: [{ const: "a", title: "A" }, { const: "b" }] }],
    ["list", { type: "array", items: { type: "string" } }],
    ["group", { type: "object", properties: { a: { type: "string" } } }],
    ["group", { properties: { a: { type: "string" } } }],
  ])("gives a %s field for %j", (kind, schema) => {
    expect(kindOf(schema)).toBe(kind);
  });

  test.each([
    [{}],
    [true],
    [{ type: "object" }],
    [{ type: "object", additionalProperties: { type: "string" } }],
    [{ type: "array" }],
    [{ type: "array", prefixItems: [{ type: "string" }] }],
    [{ type: ["string", "number"] }],
    [{ anyOf: [{ type: "string" }, { type: "number" }] }],
    [{ $ref: "https://example.com/schema.json" }],
    [{ $ref: "#/$defs/missing" }],
  ])("leaves %j to JSON", (schema) => {
    expect(kindOf(schema as object)).toBe("json");
  });

  test.each([
    [{ type: ["string", "null"] }],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }],
    [{ oneOf: [{ type: "null" }, { $ref: "#/$defs/name" }] }],
    [{ allOf: [{ $ref: "#/$defs/name" }, { description: "Whose." }] }],
    [{ $ref: "#/$defs/name" }],
  ])("finds the one shape in %j", (schema) => {
    expect(kindOf(schema, { $defs: { name: { type: "string" } } })).toBe("text");
  });

  test("merges the properties of allOf, with what each requires", () => {
    const form = readForm({
      allOf: [
        { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
        { properties: { b: { type: "number" } }, required: ["b"] },
      ],
    }) as GroupField;
    expect(form.fields.map(({ name, required }) => [name, required])).toEqual([
      ["a", true],
      ["b", true],
    ]);
  });

  test("ends where a schema refers to itself", () => {
    const node = { type: "object", properties: { next: { $ref: "#/$defs/node" } } };
    let field: Field | undefined = fieldsOf({ first: { $ref: "#/$defs/node" } }, { $defs: { node } })[0];
    let depth = 0;
    while (field?.kind === "group") {
      field = field.fields[0];
      depth += 1;
    }
    expect(field?.kind).toBe("json");
    expect(depth).toBeLessThan(10);
    expect(kindOf({ $ref: "#/properties/it" })).toBe("json");
  });

  test("puts required fields first and keeps the server's order otherwise", () => {
    const fields = fieldsOf(
      { a: { type: "string" }, b: { type: "string" }, c: { type: "string" } },
      { required: ["c"] },
    );
    expect(fields.map(({ name }) => name)).toEqual(["c", "a", "b"]);
  });

  test("shows a schema that says nothing as one field of JSON, and one without properties as empty", () => {
    expect(readForm({}).kind).toBe("json");
    expect(readForm({ type: "object" })).toMatchObject({ kind: "group", fields: [] });
    expect(readForm({ type: "object", additionalProperties: { type: "string" } }).kind).toBe("json");
  });

  test("takes labels of choices from titles, wherever they are written", () => {
    const [titled] = fieldsOf({ it: { oneOf: [{ const: 1, title: "One" }] } });
    const [named] = fieldsOf({ it: { enum: ["a", "b"], enumNames: ["Ay", "Bee"] } });
    expect(titled).toMatchObject({ choices: [{ label: "One", value: 1 }] });
    expect(named).toMatchObject({ choices: [{ label: "Ay" }, { label: "Bee" }] });
  });
});
