import { isJsonObject, type JsonObject } from "@x/mcp-core";

/** A property of a tool's arguments that travels in a header as well. */
export interface HeaderAnnotation {
  /** The property names from the arguments down. */
  readonly path: readonly string[];
  readonly header: string;
}

/** Where an annotation may not be: the value's place would depend on the data. */
const unreachable: readonly string[] = [
  "items",
  "prefixItems",
  "contains",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "propertyNames",
  "patternProperties",
  "dependentSchemas",
  "oneOf",
  "anyOf",
  "allOf",
  "not",
  "if",
  "then",
  "else",
  "$defs",
  "definitions",
];

/** Keywords whose value maps names to schemas. */
const maps: ReadonlySet<string> = new Set(["patternProperties", "dependentSchemas", "$defs", "definitions"]);

/** RFC 9110 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const key = "x-mcp-header";

/** A schema to look at; `reachable` while only `properties` was followed. */
interface Place {
  readonly schema: unknown;
  readonly path: readonly string[];
  readonly reachable: boolean;
}

/**
 * Finds the `x-mcp-header` annotations of an input schema (MCP 2026-07-28 streamable-http, "Schema Extension"), or
 * says why the schema is not valid. Iterative: the depth of a schema is the server's choice.
 */
export function readHeaderAnnotations(
  inputSchema: JsonObject,
): { readonly annotations: readonly HeaderAnnotation[] } | { readonly problem: string } {
  const annotations: HeaderAnnotation[] = [];
  const names = new Set<string>();
  const stack: Place[] = [{ schema: inputSchema, path: [], reachable: true }];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    if (!isJsonObject(place.schema)) continue;
    if (key in place.schema) {
      const header = place.schema[key];
      const problem = problemOf(header, place.schema.type, place, names);
      if (problem !== undefined) return { problem };
      annotations.push({ path: place.path, header: String(header) });
      names.add(String(header).toLowerCase());
    }
    pushChildren(stack, place.schema, place);
  }
  return { annotations };
}

function problemOf(
  header: unknown,
  type: unknown,
  { path, reachable }: Place,
  names: ReadonlySet<string>,
): string | undefined {
  const where = path.length === 0 ? "the schema itself" : `property ${path.join(".").slice(0, 100)}`;
  if (!reachable || path.length === 0)
    return `${where} cannot be mirrored in a header: only plain properties can`;
  if (typeof header !== "string" || !token.test(header))
    return `the header name of ${where} is no HTTP token`;
  if (type !== "string" && type !== "integer" && type !== "boolean")
    return `${where} is mirrored in a header, but is neither a string, an integer nor a boolean`;
  return names.has(header.toLowerCase())
    ? `two properties are mirrored in header ${header.slice(0, 100)}`
    : undefined;
}

function pushChildren(stack: Place[], schema: JsonObject, { path, reachable }: Place): void {
  if (isJsonObject(schema.properties))
    for (const [name, child] of Object.entries(schema.properties))
      stack.push({ schema: child, path: [...path, name], reachable });
  for (const keyword of unreachable) {
    const value = schema[keyword];
    if (value === undefined) continue;
    const children = Array.isArray(value)
      ? value
      : maps.has(keyword) && isJsonObject(value)
        ? Object.values(value)
        : [value];
    for (const child of children)
      stack.push({ schema: child, path: [...path, `<${keyword}>`], reachable: false });
  }
}
