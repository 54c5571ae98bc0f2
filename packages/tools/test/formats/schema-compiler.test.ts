import type { JsonObject } from "@x/mcp-core";
import { toAnthropicTools } from "@x/tools/anthropic";
import { toOpenAiResponsesTools } from "@x/tools/openai";
import { describe, expect, it } from "vitest";
import { oddSchemas } from "../fixtures/odd-schemas.ts";

const names = Object.keys(oddSchemas);
const toolOf = (inputSchema: JsonObject) => [{ name: "tool", description: "Does it.", inputSchema }];

function anthropic(inputSchema: JsonObject) {
  const formatted = toAnthropicTools(toolOf(inputSchema));
  const [tool] = formatted.tools;
  if (tool === undefined) throw new Error(formatted.leftOut[0]?.reasons.join());
  return {
    ...formatted,
    tool,
    schema: tool.input_schema as unknown as JsonObject & { properties: Record<string, JsonObject> },
  };
}

function strict(inputSchema: JsonObject) {
  const formatted = toOpenAiResponsesTools(toolOf(inputSchema), { strict: "auto" });
  return { ...formatted, tool: formatted.tools[0], report: formatted.reports[0] };
}

describe("each odd schema", () => {
  it.each(names)("%s is taken by every provider, and its arguments come back as they are", (name) => {
    const { schema, args } = oddSchemas[name] ?? { schema: {}, args: {} };
    const before = JSON.stringify(schema);
    for (const formatted of [
      toAnthropicTools(toolOf(schema)),
      toOpenAiResponsesTools(toolOf(schema)),
      toOpenAiResponsesTools(toolOf(schema), { strict: "auto" }),
    ]) {
      expect(formatted.leftOut).toEqual([]);
      expect(formatted.readArguments("tool", JSON.stringify(args))).toEqual(args);
    }
    expect(JSON.stringify(schema)).toBe(before);
  });
});

describe("rules at the root", () => {
  it("become properties and a sentence", () => {
    const { schema, tool, reports } = anthropic(
      oddSchemas["oneOf at the root with a discriminator"]?.schema ?? {},
    );
    expect(schema.properties).toEqual({
      kind: { anyOf: [{ const: "file" }, { const: "url" }] },
      path: { type: "string" },
      url: { type: "string" },
    });
    expect(schema.required).toEqual(["kind"]);
    expect(tool.description).toBe(
      'Does it.\nExactly one of these holds: kind is "file", path is given; or kind is "url", url is given.',
    );
    expect(reports[0]?.changes).toContainEqual(
      expect.objectContaining({ kind: "folded", pointer: "/oneOf" }),
    );
  });

  it("of allOf are merged", () => {
    const { schema } = anthropic(oddSchemas["allOf at the root"]?.schema ?? {});
    expect(schema).toEqual({
      type: "object",
      properties: { a: { type: "string" }, page: { type: "integer" } },
      required: ["a"],
    });
  });
});

describe("references", () => {
  it("are inlined where a provider takes none, and a recursion is open below its first level", () => {
    const { schema, reports } = anthropic(oddSchemas["a tree that refers to itself"]?.schema ?? {});
    expect(schema.properties.root).toEqual({
      type: "object",
      properties: { name: { type: "string" }, children: { type: "array", items: { type: "object" } } },
    });
    expect(reports[0]?.changes.map(({ kind }) => kind)).toEqual(["inlined", "opened"]);
  });

  it("stay where a provider takes them", () => {
    const { tools } = toOpenAiResponsesTools(
      toolOf(oddSchemas["a tree that refers to itself"]?.schema ?? {}),
    );
    expect(JSON.stringify(tools[0]?.parameters)).toContain('"$ref":"#/$defs/node"');
  });

  it("that multiply do not grow without bound", () => {
    const $defs: Record<string, JsonObject> = { d0: { type: "string" } };
    for (let level = 1; level <= 20; level++) {
      const ref = { $ref: `#/$defs/d${level - 1}` };
      $defs[`d${level}`] = { type: "object", properties: { a: ref, b: ref } };
    }
    const { tool } = anthropic({ type: "object", properties: { x: { $ref: "#/$defs/d20" } }, $defs });
    expect(JSON.stringify(tool).length).toBeLessThan(1_000_000);
  });
});

describe("names of properties", () => {
  it("that a provider refuses are others for the model, and their own for the server", () => {
    const { schema, readArguments } = anthropic(
      oddSchemas["names of properties that providers refuse"]?.schema ?? {},
    );
    const keys = Object.keys(schema.properties);
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
    expect(schema.required).toEqual([keys[0]]);
    expect(schema.properties[keys[0] ?? ""]?.description).toBe('Called "filter[name]" by the tool.');
    const written = Object.fromEntries(keys.map((key, index) => [key, index]));
    expect(readArguments("tool", written)).toEqual({ "filter[name]": 0, größe: 1, $top: 2 });
  });
});

describe("strict mode", () => {
  const optional = oddSchemas["optional properties"]?.schema ?? {};

  it("closes objects and makes optional properties nullable, and drops the nulls again", () => {
    const { tool, report, readArguments } = strict(optional);
    expect(tool).toMatchObject({
      strict: true,
      parameters: {
        additionalProperties: false,
        required: ["a", "b", "c"],
        properties: {
          a: { type: "string" },
          b: { type: ["integer", "null"] },
          c: { enum: ["x", "y", null] },
        },
      },
    });
    expect(report?.changes.map(({ kind }) => kind)).toEqual(["nullable", "nullable"]);
    expect(readArguments("tool", '{"a":"x","b":null,"c":null}')).toEqual({ a: "x" });
  });

  it("keeps a null that the tool takes", () => {
    const { readArguments } = strict({
      type: "object",
      properties: { a: { type: ["string", "null"] } },
      additionalProperties: false,
    });
    expect(readArguments("tool", { a: null })).toEqual({ a: null });
  });

  it.each([
    ["a map of any keys", "keys of any name"],
    ["an object without properties", "keys of any name"],
    ["nothing but a type", "keys of any name"],
    ["a list without items", "any type"],
    ["a tuple of draft 7", "prefixItems"],
    ["schemas that are booleans", "any type"],
  ])("is not used for %s, whose values it would hide", (name, why) => {
    const { tool, report } = strict(oddSchemas[name]?.schema ?? {});
    expect(tool?.strict).toBe(false);
    expect(report?.notStrict).toContain(why);
  });

  it("is given up for a schema beyond its limits", () => {
    const values = Array.from({ length: 1001 }, (_, index) => `v${index}`);
    const { tool, report } = strict({
      type: "object",
      properties: { a: { type: "string", enum: values } },
      required: ["a"],
      additionalProperties: false,
    });
    expect(tool?.strict).toBe(false);
    expect(report?.notStrict).toContain("strict-enums");
  });
});

describe("what the model wrote", () => {
  const { readArguments } = toOpenAiResponsesTools(toolOf({ type: "object" }));

  it.each([undefined, null, "", "{}", {}])("%j is no arguments", (args) => {
    expect(readArguments("tool", args)).toEqual({});
  });

  it.each(["[1]", "nonsense", 7, "null"])("%j is a mistake the model hears of", (args) => {
    expect(() => readArguments("tool", args)).toThrow(/must be a JSON object/);
  });

  it("for a tool that is not there is a mistake with the nearest names", () => {
    expect(() => readArguments("tol", {})).toThrow(/"tool"/);
  });
});

describe("texts", () => {
  it("have no hidden characters and are cut, in the schema too, and the report says so", () => {
    const hidden = "plain\u{E0041}\u{E0042}\u202Etext\u200B";
    const { tools, reports } = toOpenAiResponsesTools(
      [
        {
          name: "t",
          description: `${hidden} ${"x".repeat(9000)}`,
          inputSchema: { type: "object", properties: { a: { type: "string", description: hidden } } },
        },
      ],
      { maxDescriptionBytes: 1000 },
    );
    expect(tools[0]?.description).toMatch(/^plaintext x+\n\[… \d+ more bytes of this text were cut off\]$/);
    expect(JSON.stringify(tools[0]?.parameters)).toContain('"description":"plaintext"');
    expect(reports[0]?.changes.map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual([
      "cleaned ",
      "cleaned ",
      "cleaned /properties/a/description",
    ]);
  });
});
