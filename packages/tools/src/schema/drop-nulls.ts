import { isJsonObject, type JsonObject } from "@x/mcp-core";
import { resolveReference } from "./local-reference.ts";

const maxDepth = 64;

/**
 * Arguments without the nulls that stand for "not given": of optional properties, and only where the schema takes
 * no null. Types are kept as they are. Returns the same value where there is nothing to drop.
 */
export function dropOptionalNulls(value: unknown, schema: JsonObject): unknown {
  return drop(value, [schema], schema, 0);
}

function drop(value: unknown, schemas: readonly unknown[], root: JsonObject, depth: number): unknown {
  if (depth > maxDepth) return value;
  const all = withBranches(schemas, root);
  if (Array.isArray(value)) {
    const items = value.map((item, index) =>
      drop(
        item,
        all.flatMap((schema) => itemSchemas(schema, index)),
        root,
        depth + 1,
      ),
    );
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isJsonObject(value)) return value;
  const entries: [string, unknown][] = [];
  let changed = false;
  for (const [key, inner] of Object.entries(value)) {
    const own = all.flatMap((schema) => propertySchema(schema, key));
    const required = all.some(({ required: names }) => Array.isArray(names) && names.includes(key));
    if (inner === null && !required && own.length > 0 && !own.some((schema) => takesNull(schema, root))) {
      changed = true;
      continue;
    }
    const dropped = drop(inner, own, root, depth + 1);
    changed ||= dropped !== inner;
    entries.push([key, dropped]);
  }
  return changed ? Object.fromEntries(entries) : value;
}

/**
 * Schemas and everything their combinators may make of them. Each place of the document counts once, however many
 * references lead there: a schema that refers to itself twice would otherwise be without end.
 */
function withBranches(schemas: readonly unknown[], root: JsonObject): readonly JsonObject[] {
  const seen = new Set<unknown>();
  const found: JsonObject[] = [];
  const waiting = [...schemas].reverse();
  while (waiting.length > 0) {
    const schema = waiting.pop();
    if (seen.has(schema)) continue;
    seen.add(schema);
    const resolved = resolveReference(root, schema);
    if (resolved === undefined) continue;
    found.push(resolved);
    const branches = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
      const list = resolved[keyword];
      return Array.isArray(list) ? list : [];
    });
    waiting.push(...branches.reverse());
  }
  return found;
}

function propertySchema({ properties }: JsonObject, key: string): readonly unknown[] {
  return isJsonObject(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [];
}

function itemSchemas({ items, prefixItems }: JsonObject, index: number): readonly unknown[] {
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  if (index < tuple.length) return [tuple[index]];
  return isJsonObject(items) ? [items] : [];
}

function takesNull(schema: unknown, root: JsonObject): boolean {
  if (schema === true) return true;
  const all = withBranches([schema], root);
  const [own, ...branches] = all;
  if (own === undefined) return true;
  return branches.length === 0 ? nodeTakesNull(own) : nodeTakesNull(own) && branches.some(nodeTakesNull);
}

function nodeTakesNull({ type, enum: values, const: value, nullable }: JsonObject): boolean {
  if (nullable === true) return true;
  if (Array.isArray(values) && !values.includes(null)) return false;
  if (value !== undefined && value !== null) return false;
  return (
    type === undefined || type === "null" || type === null || (Array.isArray(type) && type.includes("null"))
  );
}
