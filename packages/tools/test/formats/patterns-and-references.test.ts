import { isJsonObject, type JsonObject } from "@x/mcp-core";
import { toAnthropicTools } from "@x/tools/anthropic";
import { type OpenAiResponsesTool, toOpenAiResponsesTools } from "@x/tools/openai";
import { describe, expect, it } from "vitest";

const toolOf = (inputSchema: JsonObject) => [{ name: "tool", description: "Does it.", inputSchema }];

function propertiesOf(
  tool: OpenAiResponsesTool | undefined,
): Readonly<Record<string, JsonObject | undefined>> {
  const { properties } = tool?.parameters ?? {};
  return isJsonObject(properties) ? (properties as Record<string, JsonObject>) : {};
}

describe("patterns", () => {
  it.each([
    "^(?!\\.)x",
    "a(?=b)",
    "(?<=a)b",
    "(?<!a)b",
    "(?<year>\\d{4})",
    "(a)\\1",
    "^[^\\p{Cc}]+$",
    "[^]",
    "[]",
    "\\u{1F600}",
    "\\cA",
    "(?i)a",
    "(",
    "a\\",
  ])("that OpenAI refuses go, are told in the description, and still hold for the server: %s", (pattern) => {
    const inputSchema = {
      type: "object",
      properties: { name: { type: "string", description: "A name.", pattern } },
    };
    for (const strict of ["off", "auto"] as const) {
      const { tools, reports, leftOut } = toOpenAiResponsesTools(toolOf(inputSchema), { strict });
      expect(leftOut).toEqual([]);
      const { name } = propertiesOf(tools[0]);
      expect(name).not.toHaveProperty("pattern");
      expect(name?.description).toBe(`A name.\nPattern: ${pattern}`);
      expect(reports[0]?.changes).toContainEqual({
        kind: "dropped",
        pointer: "/properties/name/pattern",
        detail: "pattern",
      });
    }
    const [kept] = toAnthropicTools(toolOf(inputSchema)).tools;
    expect(kept?.input_schema.properties).toMatchObject({ name: { pattern } });
  });

  it.each([
    "^\\d{3}-[A-Z]{2}$",
    "^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$",
    "[\\]\\-]",
    "^(?:a|b)\\/\\*$",
    "\\u00e9\\x41",
    "[(?=]",
  ])("that every engine compiles stay: %s", (pattern) => {
    const inputSchema = { type: "object", properties: { name: { type: "string", pattern } } };
    const [tool] = toOpenAiResponsesTools(toolOf(inputSchema), { strict: "auto" }).tools;
    expect(propertiesOf(tool).name?.pattern).toBe(pattern);
  });

  it("of names leave an open object behind, so that nothing the tool takes is shut out", () => {
    const inputSchema = {
      type: "object",
      properties: {
        labels: {
          type: "object",
          patternProperties: { "^(?!x-)": { type: "string" }, "^y": { type: "number" } },
          additionalProperties: false,
        },
      },
    };
    const [tool] = toOpenAiResponsesTools(toolOf(inputSchema)).tools;
    expect(propertiesOf(tool).labels).toEqual({
      type: "object",
      patternProperties: { "^y": { type: "number" } },
    });
  });
});

describe("a reference in strict mode", () => {
  const place = {
    type: "object",
    properties: { x: { type: "number" } },
    required: ["x"],
    additionalProperties: false,
  };
  const withReference = (beside: JsonObject) => ({
    type: "object",
    $defs: { place },
    properties: { from: { $ref: "#/$defs/place", ...beside } },
    required: ["from"],
    additionalProperties: false,
  });

  const strict = (beside: JsonObject) => {
    const { tools, reports } = toOpenAiResponsesTools(toolOf(withReference(beside)), { strict: "auto" });
    return { tool: tools[0], report: reports[0] };
  };

  it("stands alone, with its description around it", () => {
    const { tool, report } = strict({ description: "Where from.", default: { x: 1 } });
    expect(report?.strict).toBe(true);
    expect(propertiesOf(tool).from).toEqual({
      description: "Where from.",
      anyOf: [{ $ref: "#/$defs/place" }],
    });
  });

  it("that is narrowed has no strict form", () => {
    const { report } = strict({ enum: [{ x: 1 }] });
    expect(report).toMatchObject({ strict: false, notStrict: expect.stringContaining("reference") });
  });
});
