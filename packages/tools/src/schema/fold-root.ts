import { isJsonObject, type JsonObject, stableJson } from "@x/mcp-core";
import { resolveReference } from "./local-reference.ts";
import type { ChangeLog } from "./schema-change.ts";

/** A schema whose root is a plain object, and what the model is told about the rules that were in it. */
export interface FoldedRoot {
  readonly schema: JsonObject;
  /** Sentences for the tool's description. */
  readonly rules: readonly string[];
}

type Properties = Readonly<Record<string, unknown>>;

/**
 * Makes the root a plain object: a reference there is resolved, `allOf` is merged, the alternatives of `anyOf` and
 * `oneOf` become one set of properties, of which those are required that all alternatives require, and a sentence.
 * The rules themselves are still checked, with the server's own schema.
 */
export function foldRoot(schema: JsonObject, log: ChangeLog): FoldedRoot {
  const rules: string[] = [];
  const root = { ...(rootOf(schema, log) as Record<string, unknown>) };
  const { allOf, anyOf, oneOf, not, enum: values, const: value } = root;
  let properties: Properties = isJsonObject(root.properties) ? root.properties : {};
  let required: readonly string[] = namesOf(root.required);
  if (Array.isArray(allOf)) {
    log.add("folded", ["allOf"], "merged into the properties");
    for (const branch of branchesOf(schema, allOf)) {
      properties = merge(properties, branch.properties, "allOf");
      required = [...new Set([...required, ...branch.required])];
      rules.push(...branch.rules);
    }
  }
  for (const [keyword, list] of [
    ["anyOf", anyOf],
    ["oneOf", oneOf],
  ] as const) {
    if (!Array.isArray(list)) continue;
    log.add("folded", [keyword], "its alternatives became properties and a rule in the description");
    const branches = branchesOf(schema, list);
    let alternatives: Properties = {};
    for (const branch of branches) alternatives = merge(alternatives, branch.properties, "anyOf");
    properties = { ...alternatives, ...properties };
    const [first, ...others] = branches;
    const shared = (first?.required ?? []).filter((name) =>
      others.every((other) => other.required.includes(name)),
    );
    required = [...new Set([...required, ...shared])];
    const told = branches.map((branch) => branch.told).filter((text) => text !== "");
    if (told.length > 1)
      rules.push(
        `${keyword === "oneOf" ? "Exactly" : "At least"} one of these holds: ${[...new Set(told)].join("; or ")}.`,
      );
  }
  if (not !== undefined || values !== undefined || value !== undefined) {
    log.add("folded", [], "a rule about the whole object was left to the check of the arguments");
    rules.push("The arguments as a whole are checked against a further rule.");
  }
  for (const keyword of ["allOf", "anyOf", "oneOf", "not", "enum", "const"]) delete root[keyword];
  const known = required.filter((name) => Object.hasOwn(properties, name));
  return {
    schema: {
      ...root,
      type: "object",
      properties,
      ...(known.length > 0 ? { required: known } : withoutRequired(root)),
    },
    rules,
  };
}

function withoutRequired(root: Record<string, unknown>): object {
  delete root.required;
  return {};
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
  readonly required: readonly string[];
  readonly rules: readonly string[];
  /** The alternative in words. */
  readonly told: string;
}

function branchesOf(root: JsonObject, branches: readonly unknown[]): readonly Branch[] {
  return branches.map((branch) => {
    const schema = resolveReference(root, branch) ?? {};
    const nested = Array.isArray(schema.allOf) ? branchesOf(root, schema.allOf) : [];
    let properties: Properties = isJsonObject(schema.properties) ? schema.properties : {};
    for (const inner of nested) properties = merge(properties, inner.properties, "allOf");
    const required = [
      ...new Set([...namesOf(schema.required), ...nested.flatMap((inner) => inner.required)]),
    ];
    return {
      properties,
      required,
      rules: nested.flatMap(({ rules }) => rules),
      told: tell(properties, required),
    };
  });
}

function tell(properties: Properties, required: readonly string[]): string {
  const fixed = Object.entries(properties).flatMap(([name, schema]) =>
    isJsonObject(schema) && schema.const !== undefined ? [`${name} is ${JSON.stringify(schema.const)}`] : [],
  );
  const others = required.filter((name) => !fixed.some((text) => text.startsWith(`${name} is `)));
  return [
    ...fixed,
    ...(others.length > 0 ? [`${others.join(" and ")} ${others.length > 1 ? "are" : "is"} given`] : []),
  ].join(", ");
}

/** Both sets; where both have a property, either schema (or both, for `allOf`) is what it is. */
function merge(a: Properties, b: Properties, combine: "anyOf" | "allOf"): Properties {
  const result: Record<string, unknown> = { ...a };
  for (const [name, schema] of Object.entries(b)) {
    const known = Object.hasOwn(a, name) ? a[name] : undefined;
    if (known === undefined || stableJson(known) === stableJson(schema)) result[name] = schema;
    else {
      const before =
        isJsonObject(known) && Object.keys(known).join() === combine
          ? (known[combine] as readonly unknown[])
          : [known];
      const seen = before.some((one) => stableJson(one) === stableJson(schema));
      result[name] = { [combine]: seen ? before : [...before, schema] };
    }
  }
  return result;
}

function namesOf(required: unknown): readonly string[] {
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === "string") : [];
}
