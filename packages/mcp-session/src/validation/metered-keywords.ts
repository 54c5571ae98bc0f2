import { stableJson } from "@x/mcp-core";
import type { KeywordDefinition, _ as Template } from "ajv";
import { type StepMeter, stepKeyword } from "./step-meter.ts";

/** How many characters are about as much work as one step, and how many steps as much as listing one key. */
const charactersPerStep = 8;
const stepsPerKey = 4;

/**
 * The step keyword, and the keywords whose work grows with the value and not with the schema, made to pay for
 * it. `uniqueItems` is quadratic in the validator; here it is not.
 */
export function meteredKeywords(meter: StepMeter, _: typeof Template): readonly KeywordDefinition[] {
  const length = (text: string): number => {
    meter.spend(text.length / charactersPerStep);
    return characters(text);
  };
  const properties = (object: object): number => {
    const count = Object.keys(object).length;
    meter.spend(count * stepsPerKey);
    return count;
  };
  const unique = (items: readonly unknown[]): boolean => {
    const seen = new Set<string>();
    for (const item of items) {
      const text = stableJson(item);
      meter.spend(1 + text.length / charactersPerStep);
      if (seen.has(text)) return false;
      seen.add(text);
    }
    return true;
  };
  return [
    {
      keyword: stepKeyword,
      schemaType: "number",
      before: "$ref",
      code: ({ gen, schema }) => gen.code(_`${gen.scopeValue("obj", { ref: meter })}.spend(${schema})`),
    },
    limit("minLength", "string", (min, text: string) => length(text) >= min, "fewer", "characters"),
    limit("maxLength", "string", (max, text: string) => length(text) <= max, "more", "characters"),
    limit(
      "minProperties",
      "object",
      (min, object: object) => properties(object) >= min,
      "fewer",
      "properties",
    ),
    limit(
      "maxProperties",
      "object",
      (max, object: object) => properties(object) <= max,
      "more",
      "properties",
    ),
    {
      keyword: "uniqueItems",
      type: "array",
      schemaType: "boolean",
      validate: (wanted: boolean, items: readonly unknown[]) => !wanted || unique(items),
      errors: false,
      error: { message: "must NOT have duplicate items" },
    },
  ];
}

/** Characters, not UTF-16 units (JSON Schema Validation 6.3): of a pair of surrogates one counts. */
function characters(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++)
    if ((text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) count--;
  return count;
}

function limit<T>(
  keyword: string,
  type: "string" | "object",
  holds: (bound: number, value: T) => boolean,
  than: string,
  what: string,
): KeywordDefinition {
  return {
    keyword,
    type,
    schemaType: "number",
    validate: holds,
    errors: false,
    error: { message: ({ schema }) => `must NOT have ${than} than ${schema} ${what}` },
  };
}
