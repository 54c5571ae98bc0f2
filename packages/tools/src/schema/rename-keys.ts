import { isJsonObject, type JsonObject, stableHash } from "@x/mcp-core";
import type { ChangeLog } from "./schema-change.ts";
import { mapSubschemas, type SubschemaPath } from "./subschemas.ts";

/** A schema whose properties have names a provider takes, and the names they had. */
export interface RenamedKeys {
  readonly schema: JsonObject;
  /** By the name the model sees. Each is new in this schema, so that no key of a value is taken for one. */
  readonly originals: ReadonlyMap<string, string>;
}

const legal = /^[A-Za-z0-9_.-]{1,64}$/;

/** Renames properties whose names a provider refuses; the same name becomes the same everywhere in the schema. */
export function renameKeys(schema: JsonObject, log: ChangeLog): RenamedKeys {
  const originals = new Map<string, string>();
  const rename = (name: string): string => {
    if (legal.test(name)) return name;
    // With a hash: no other name in the schema, and hardly a key of anybody's data, is the same.
    const readable = name.replace(/[^A-Za-z0-9_.-]+/g, "_").slice(0, 48);
    const renamed = `${readable}_${stableHash(name).slice(0, 10)}`;
    originals.set(renamed, name);
    return renamed;
  };

  const walk = (node: unknown, path: SubschemaPath): unknown => {
    if (!isJsonObject(node)) return node;
    const renamed: Record<string, unknown> = { ...node };
    if (isJsonObject(node.properties)) {
      for (const name of Object.keys(node.properties))
        if (!legal.test(name)) log.add("renamed", [...path, "properties", name], rename(name));
      renamed.properties = Object.fromEntries(
        Object.entries(node.properties).map(([name, schema]) => [rename(name), described(schema, name)]),
      );
    }
    if (Array.isArray(node.required))
      renamed.required = node.required.map((name) => (typeof name === "string" ? rename(name) : name));
    return mapSubschemas(renamed, (inner, at) => walk(inner, [...path, ...at]));
  };

  return { schema: walk(schema, []) as JsonObject, originals };
}

/** The model is told what the property is really called. */
function described(schema: unknown, name: string): unknown {
  if (legal.test(name) || !isJsonObject(schema)) return schema;
  const { description } = schema;
  const told = `Called ${JSON.stringify(name)} by the tool.`;
  return { ...schema, description: typeof description === "string" ? `${told} ${description}` : told };
}

/** Arguments with their properties' own names. */
export function restoreKeys(value: unknown, originals: ReadonlyMap<string, string>): unknown {
  if (originals.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => restoreKeys(item, originals));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [originals.get(key) ?? key, restoreKeys(inner, originals)]),
  );
}
