import { isJsonObject, type JsonObject } from "@x/mcp-core";
import type { ChangeLog } from "./schema-change.ts";
import { mapSubschemas, type SubschemaPath } from "./subschemas.ts";

/** Keywords of OpenAI's structured outputs that say what a value is. */
const kept = new Set([
  "$ref",
  "$defs",
  "definitions",
  "type",
  "enum",
  "const",
  "title",
  "description",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "anyOf",
  "pattern",
  "format",
  "multipleOf",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minItems",
  "maxItems",
]);
/** Formats it knows. */
const formats = new Set([
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uuid",
]);
/** Keywords that only narrow: leaving them out never hides a value the tool takes. */
const narrowing = new Set([
  "minLength",
  "maxLength",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "format",
  "contentEncoding",
  "contentMediaType",
  "not",
  "if",
  "then",
  "else",
  "dependentRequired",
  "dependentSchemas",
  "propertyNames",
  "contains",
  "minContains",
  "maxContains",
  "unevaluatedProperties",
  "unevaluatedItems",
  "$comment",
]);

/** A schema in the strict subset, or why it cannot be written there without hiding values that the tool takes. */
export type StrictSchema = { readonly schema: JsonObject } | { readonly refused: string };

/**
 * Writes a schema in the subset of OpenAI's strict mode: every object closed, every property required, an optional
 * one null instead of absent. Free-form objects, tuples and merged schemas have no such form.
 */
export function toStrictSchema(schema: JsonObject, log: ChangeLog): StrictSchema {
  let refused: string | undefined;
  const refuse = (why: string): JsonObject => {
    refused ??= why;
    return {};
  };

  const walk = (node: unknown, path: SubschemaPath): JsonObject => {
    const kept = isJsonObject(node) ? keywordsOf(node, path, log) : "a schema that says nothing";
    const draft = typeof kept === "string" ? kept : referenceAlone(kept);
    if (typeof draft === "string") return refuse(draft);
    if (!saysSomething(draft)) return refuse("a value of any type has no strict form");
    const closed = isObjectSchema(draft) ? closeObject(draft, path, log, refuse) : draft;
    return mapSubschemas(closed, (inner, at) =>
      at[0] === "additionalProperties" ? inner : walk(inner, [...path, ...at]),
    );
  };

  const strict = walk(schema, []);
  return refused === undefined ? { schema: strict } : { refused };
}

/** The keywords that stay; a sentence where one cannot, and cannot be left out. */
function keywordsOf(node: JsonObject, path: SubschemaPath, log: ChangeLog): JsonObject | string {
  const draft: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(node)) {
    const unknownFormat = keyword === "format" && !(typeof value === "string" && formats.has(value));
    if (keyword === "oneOf") {
      log.add("modernised", path, "oneOf as anyOf");
      draft.anyOf = value;
    } else if (kept.has(keyword) && !unknownFormat) draft[keyword] = value;
    else if (narrowing.has(keyword) || keyword.startsWith("x-"))
      log.add("dropped", [...path, keyword], keyword);
    else return `${keyword} has no strict form`;
  }
  return draft;
}

/** A reference stands alone there: what describes it goes around it, and what narrows it has no such form. */
function referenceAlone(node: JsonObject): JsonObject | string {
  const { $ref, $defs, definitions, ...beside } = node;
  if ($ref === undefined || Object.keys(beside).length === 0) return node;
  const { title, description, ...narrowing } = beside;
  if (Object.keys(narrowing).length > 0) return "a reference with further rules beside it has no strict form";
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    anyOf: [{ $ref }],
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
}

function saysSomething(node: JsonObject): boolean {
  return ["type", "enum", "const", "anyOf", "$ref"].some((keyword) => node[keyword] !== undefined);
}

function isObjectSchema({ type, properties }: JsonObject): boolean {
  return properties !== undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
}

function closeObject(
  node: JsonObject,
  path: SubschemaPath,
  log: ChangeLog,
  refuse: (why: string) => JsonObject,
): JsonObject {
  const { additionalProperties, required } = node;
  const properties = isJsonObject(node.properties) ? node.properties : {};
  const names = Object.keys(properties);
  if (isJsonObject(additionalProperties) || (names.length === 0 && additionalProperties !== false))
    return refuse("an object with keys of any name has no strict form");
  const must = new Set(Array.isArray(required) ? required : []);
  const strict = names.map((name) => {
    const schema = properties[name];
    if (must.has(name)) return [name, schema] as const;
    log.add("nullable", [...path, "properties", name], "optional, so null stands for not given");
    return [name, orNull(schema)] as const;
  });
  return {
    ...node,
    type: node.type ?? "object",
    properties: Object.fromEntries(strict),
    required: names,
    additionalProperties: false,
  };
}

function orNull(schema: unknown): unknown {
  if (!isJsonObject(schema)) return schema;
  const { type, enum: values, const: value, $ref } = schema;
  if (
    value !== undefined ||
    $ref !== undefined ||
    type === undefined ||
    schema.anyOf !== undefined ||
    schema.oneOf !== undefined
  )
    return { anyOf: [schema, { type: "null" }] };
  const all = Array.isArray(type) ? type : [type];
  return {
    ...schema,
    type: all.includes("null") ? all : [...all, "null"],
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  };
}
