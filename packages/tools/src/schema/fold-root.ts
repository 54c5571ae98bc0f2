import { isJsonObject, type JsonObject, stableJson } from "@x/mcp-core";
import { resolveReference } from "./local-reference.ts";
import type { ChangeLog } from "./schema-change.ts";

/** A schema whose root is a plain object, and what the model is told about the rules that were in it. */
export interface FoldedRoot {
  readonly schema: JsonObject;
  /** Sentences for the tool's description. */
  readonly rules: readonly string[];
}

type Properties = Map<string, unknown>;

/**
 * Makes the root a plain object: a reference there is resolved, `allOf` is merged, the alternatives of `anyOf` and
 * `oneOf` become one set of properties, of which those are required that all alternatives require, and a sentence.
 * The rules themselves are still checked, with the server's own schema.
 */
export function foldRoot(schema: JsonObject, log: ChangeLog): FoldedRoot {
  const {
    allOf,
    anyOf,
    oneOf,
    not,
    enum: values,
    const: value,
    required: must,
    ...root
  } = rootOf(schema, log);
  const folded: Fold = {
    properties: new Map(Object.entries(isJsonObject(root.properties) ? root.properties : {})),
    required: new Set(namesOf(must)),
    rules: [],
  };
  if (Array.isArray(allOf)) {
    log.add("folded", ["allOf"], "merged into the properties");
    foldAll(folded, branchesOf(schema, allOf));
  }
  for (const [keyword, list] of Object.entries({ anyOf, oneOf })) {
    if (!Array.isArray(list)) continue;
    log.add("folded", [keyword], "its alternatives became properties and a rule in the description");
    foldAlternatives(folded, branchesOf(schema, list), keyword === "oneOf" ? "Exactly" : "At least");
  }
  if (not !== undefined || values !== undefined || value !== undefined) {
    log.add("folded", [], "a rule about the whole object was left to the check of the arguments");
    folded.rules.push("The arguments as a whole are checked against a further rule.");
  }
  const { properties, required, rules } = folded;
  const known = [...required].filter((name) => properties.has(name));
  return {
    schema: {
      ...root,
      type: "object",
      properties: Object.fromEntries(properties),
      ...(known.length > 0 ? { required: known } : {}),
    },
    rules,
  };
}

/** What the root has become so far. */
interface Fold {
  readonly properties: Properties;
  readonly required: Set<string>;
  readonly rules: string[];
}

function foldAll({ properties, required }: Fold, branches: readonly Branch[]): void {
  for (const branch of branches) {
    mergeInto(properties, branch.properties, "allOf");
    for (const name of branch.required) required.add(name);
  }
}

function foldAlternatives(
  { properties, required, rules }: Fold,
  branches: readonly Branch[],
  howMany: string,
): void {
  const alternatives: Properties = new Map();
  for (const branch of branches) mergeInto(alternatives, branch.properties, "anyOf");
  for (const [name, one] of alternatives) if (!properties.has(name)) properties.set(name, one);
  const [first, ...others] = branches;
  for (const name of first?.required ?? [])
    if (others.every((other) => other.required.has(name))) required.add(name);
  const told = new Set(branches.map((branch) => branch.told).filter((text) => text !== ""));
  if (branches.filter(({ told: text }) => text !== "").length > 1)
    rules.push(`${howMany} one of these holds: ${[...told].join("; or ")}.`);
}

function rootOf(schema: JsonObject, log: ChangeLog): JsonObject {
  if (schema.$ref === undefined) return schema;
  const resolved = resolveReference(schema, schema);
  if (resolved === undefined) {
    log.add("opened", [], "the root refers to nothing");
    const { $ref: _, ...rest } = schema;
    return rest;
  }
  log.add("inlined", [], String(schema.$ref));
  // What it refers to may itself refer to definitions beside it.
  const { $defs, definitions } = schema;
  return {
    ...resolved,
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
}

interface Branch {
  readonly properties: Properties;
  readonly required: ReadonlySet<string>;
  /** The alternative in words. */
  readonly told: string;
}

function branchesOf(root: JsonObject, branches: readonly unknown[]): readonly Branch[] {
  return branches.map((branch) => {
    const properties: Properties = new Map();
    const required = new Set<string>();
    for (const part of partsOf(root, branch)) {
      if (isJsonObject(part.properties)) mergeInto(properties, Object.entries(part.properties), "allOf");
      for (const name of namesOf(part.required)) required.add(name);
    }
    return { properties, required, told: tell(properties, required) };
  });
}

/** A schema and what `allOf` adds to it, each place of the document once: it may lead back to where it came from. */
function partsOf(root: JsonObject, schema: unknown): readonly JsonObject[] {
  const seen = new Set<unknown>([root]);
  const parts: JsonObject[] = [];
  const waiting = [schema];
  while (waiting.length > 0) {
    const next = waiting.shift();
    const place = isJsonObject(next) && next.$ref !== undefined ? next.$ref : next;
    if (seen.has(place)) continue;
    seen.add(place);
    const part = resolveReference(root, next);
    if (part === undefined) continue;
    parts.push(part);
    if (Array.isArray(part.allOf)) waiting.push(...part.allOf);
  }
  return parts;
}

function tell(properties: Properties, required: ReadonlySet<string>): string {
  const fixed = new Map<string, string>();
  for (const [name, schema] of properties)
    if (isJsonObject(schema) && schema.const !== undefined)
      fixed.set(name, `${name} is ${JSON.stringify(schema.const)}`);
  const others = [...required].filter((name) => !fixed.has(name));
  return [
    ...fixed.values(),
    ...(others.length > 0 ? [`${others.join(" and ")} ${others.length > 1 ? "are" : "is"} given`] : []),
  ].join(", ");
}

/** Adds a set; where both have a property, either schema (or both, for `allOf`) is what it is. */
function mergeInto(
  into: Properties,
  from: Iterable<readonly [string, unknown]>,
  combine: "anyOf" | "allOf",
): void {
  for (const [name, schema] of from) {
    const known = into.get(name);
    if (known === undefined || stableJson(known) === stableJson(schema)) {
      into.set(name, schema);
      continue;
    }
    const before =
      isJsonObject(known) && Object.keys(known).join() === combine
        ? (known[combine] as readonly unknown[])
        : [known];
    const seen = before.some((one) => stableJson(one) === stableJson(schema));
    into.set(name, { [combine]: seen ? before : [...before, schema] });
  }
}

function namesOf(required: unknown): readonly string[] {
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === "string") : [];
}
