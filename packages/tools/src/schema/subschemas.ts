import { isJsonObject, type JsonObject } from "@x/mcp-core";

/** Keywords whose value is a schema. */
const single = new Set([
  "additionalProperties",
  "unevaluatedProperties",
  "additionalItems",
  "unevaluatedItems",
  "contains",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
]);
/** Keywords whose value is a list of schemas. */
const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
/** Keywords whose value is an object of schemas. */
const maps = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);

/** Where a schema stands in another: its keyword, and its key or index there. */
export type SubschemaPath = readonly (string | number)[];

/** A copy in which each direct subschema is what `change` makes of it; `undefined` takes it out. */
export function mapSubschemas(
  schema: JsonObject,
  change: (subschema: unknown, path: SubschemaPath) => unknown,
): JsonObject {
  const result: [string, unknown][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const mapped = mapKeyword(keyword, value, change);
    if (mapped !== undefined) result.push([keyword, mapped]);
  }
  return Object.fromEntries(result);
}

/** Every direct subschema. */
export function subschemasOf(
  schema: JsonObject,
): readonly { readonly schema: unknown; readonly path: SubschemaPath }[] {
  const found: { readonly schema: unknown; readonly path: SubschemaPath }[] = [];
  mapSubschemas(schema, (subschema, path) => {
    found.push({ schema: subschema, path });
    return subschema;
  });
  return found;
}

function mapKeyword(
  keyword: string,
  value: unknown,
  change: (subschema: unknown, path: SubschemaPath) => unknown,
): unknown {
  if (lists.has(keyword) || (keyword === "items" && Array.isArray(value))) {
    if (!Array.isArray(value)) return value;
    return value.map((item, index) => change(item, [keyword, index])).filter((item) => item !== undefined);
  }
  if (single.has(keyword) || keyword === "items") return change(value, [keyword]);
  if (!maps.has(keyword) || !isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, change(inner, [keyword, key])] as const);
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
}
