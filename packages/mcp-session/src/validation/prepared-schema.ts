import { isJsonObject, type JsonObject } from "@x/mcp-core";
import { keywordKind } from "./schema-keywords.ts";
import { stepKeyword } from "./step-meter.ts";

/** One subschema of the copy that is compiled. */
export type SchemaNode = Record<string, unknown>;

/** A copy of a schema, made fit for the validator; the server's own object is never touched. */
export interface PreparedSchema {
  readonly root: SchemaNode;
  /** Every subschema, the ones below unknown keywords included: a `$ref` may lead there. */
  readonly nodes: ReadonlySet<SchemaNode>;
  /** The property names that the schema itself spells out. */
  readonly names: ReadonlySet<string>;
  readonly patterns: ReadonlySet<string>;
  readonly refs: ReadonlySet<string>;
  readonly unknownKeywords: ReadonlySet<string>;
}

/** How large a schema may be. */
export interface SchemaLimits {
  readonly maxDepth: number;
  readonly maxSubschemas: number;
  readonly maxBytes: number;
}

/** Thrown by {@link prepareSchema}; its message says which limit. */
export class SchemaTooLarge extends Error {}

/**
 * Copies a schema and walks the copy: every subschema gets the keyword that counts its evaluations, and what
 * the validator would take for something else is taken out (`$async`, a stray `id`, a repeated `$id`).
 */
export function prepareSchema(
  schema: JsonObject,
  dialect: { readonly identifier: "$id" | "id"; readonly refStandsAlone: boolean },
  limits: SchemaLimits,
): PreparedSchema {
  const root = copy(schema, limits.maxBytes);
  const nodes = new Set<SchemaNode>();
  const found = {
    names: new Set<string>(),
    patterns: new Set<string>(),
    refs: new Set<string>(),
    unknownKeywords: new Set<string>(),
  };
  const identifiers = new Set<unknown>();

  const visitAll = (value: unknown, depth: number, certain: boolean): void => {
    if (Array.isArray(value)) for (const item of value) visitAll(item, depth + 1, certain);
    else if (isJsonObject(value)) visit(value, depth + 1, certain);
  };
  const visit = (node: SchemaNode, depth: number, certain: boolean): void => {
    if (depth > limits.maxDepth) throw new SchemaTooLarge(`deeper than ${limits.maxDepth} levels`);
    nodes.add(node);
    if (nodes.size > limits.maxSubschemas)
      throw new SchemaTooLarge(`more than ${limits.maxSubschemas} subschemas`);
    for (const { keyword, values, known } of childrenOf(node)) {
      if (certain && !known && !keyword.startsWith("x-")) found.unknownKeywords.add(keyword);
      for (const value of values) visitAll(value, depth, certain && known);
    }
    collect(node, found);
    tidy(node, dialect, identifiers);
    node[stepKeyword] = weight(node);
  };
  visit(root, 0, true);
  return { root, nodes, ...found };
}

function copy(schema: JsonObject, maxBytes: number): SchemaNode {
  const text = write(schema);
  // UTF-16 units, not bytes: close enough for a bound, and free.
  if (text.length > maxBytes) throw new SchemaTooLarge(`longer than ${maxBytes} bytes`);
  return JSON.parse(text) as SchemaNode;
}

function write(schema: JsonObject): string {
  try {
    return JSON.stringify(schema);
  } catch (error) {
    throw new SchemaTooLarge("nested too deeply", { cause: error });
  }
}

/** What may hold subschemas: below an unknown keyword everything may, since a `$ref` can lead there. */
function childrenOf(
  node: SchemaNode,
): readonly { readonly keyword: string; readonly values: readonly unknown[]; readonly known: boolean }[] {
  return Object.entries(node).flatMap(([keyword, value]) => {
    const kind = keywordKind(keyword);
    if (kind === "data") return [];
    const values = kind === "map" && isJsonObject(value) ? Object.values(value) : [value];
    return [{ keyword, values, known: kind !== undefined }];
  });
}

function collect(
  node: SchemaNode,
  found: {
    readonly names: Set<string>;
    readonly patterns: Set<string>;
    readonly refs: Set<string>;
  },
): void {
  const { pattern, patternProperties, properties, required, $ref } = node;
  if (typeof pattern === "string") found.patterns.add(pattern);
  if (isJsonObject(patternProperties))
    for (const key of Object.keys(patternProperties)) found.patterns.add(key);
  if (isJsonObject(properties)) for (const name of Object.keys(properties)) found.names.add(name);
  if (Array.isArray(required)) for (const name of required) found.names.add(String(name));
  if (typeof $ref === "string") found.refs.add($ref);
}

function tidy(
  node: SchemaNode,
  { identifier, refStandsAlone }: { readonly identifier: "$id" | "id"; readonly refStandsAlone: boolean },
  identifiers: Set<unknown>,
): void {
  // The validator would answer with a promise.
  delete node.$async;
  // Draft-04's `id` is refused by the later dialects, where it is no keyword at all.
  if (identifier === "$id" && typeof node.id === "string") delete node.id;
  // Some generators write one definition, identifier included, in several places.
  const own = node[identifier];
  if (own !== undefined && identifiers.has(own)) delete node[identifier];
  identifiers.add(own);
  // The one keyword that the validator looks at even where a `$ref` makes all others void.
  if (refStandsAlone && typeof node.$ref === "string") delete node.type;
  // OpenAPI's `nullable` means something only beside a `type` that has no null.
  if (node.nullable !== undefined && (node.type === undefined || [node.type].flat().includes("null")))
    delete node.nullable;
}

/** About how many comparisons one evaluation of a subschema takes, its subschemas apart. */
function weight(node: SchemaNode): number {
  let steps = 1;
  for (const key of ["properties", "required", "dependentRequired", "dependencies", "patternProperties"])
    if (node[key] !== undefined) steps += JSON.stringify(size(node[key])).length >> 3;
  for (const key of ["enum", "const"])
    if (node[key] !== undefined) steps += JSON.stringify(node[key]).length >> 3;
  return steps;
}

/** The names in a keyword, without the schemas below them. */
function size(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.entries(value).map(([key, item]) => (Array.isArray(item) ? [key, item] : key));
}
