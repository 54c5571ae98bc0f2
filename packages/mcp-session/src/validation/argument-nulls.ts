import { isJsonObject, type JsonObject } from "@x/mcp-core";
import { resolvePointer } from "./schema-references.ts";

/** Deeper values and wider schemas are left as they are. */
const maxDepth = 64;
const maxViews = 256;

/**
 * Leaves out every `null` that stands for an optional property whose schema forbids null: models write null for
 * what they do not want to set. Anything that is not certain stays. Returns the same object when nothing is left
 * out, and never changes the one it was given.
 */
export function dropOptionalNulls(args: JsonObject, schema: JsonObject): JsonObject {
  return dropIn(args, [schema], schema, 0);
}

function dropIn(value: JsonObject, schemas: readonly unknown[], root: JsonObject, depth: number): JsonObject {
  if (depth > maxDepth) return value;
  const { views, required } = viewsOf(schemas, root);
  let changed = false;
  const kept: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const below = views.flatMap((view) => propertySchema(view, key));
    if (item === null && !required.has(key) && below.some((schema) => forbidsNull(schema, root))) {
      changed = true;
      continue;
    }
    const next = descend(item, below, root, depth + 1);
    changed ||= next !== item;
    kept.push([key, next]);
  }
  return changed ? Object.fromEntries(kept) : value;
}

function descend(value: unknown, schemas: readonly unknown[], root: JsonObject, depth: number): unknown {
  if (schemas.length === 0 || depth > maxDepth) return value;
  if (isJsonObject(value)) return dropIn(value, schemas, root, depth);
  if (!Array.isArray(value)) return value;
  const items = viewsOf(schemas, root).views.flatMap((view) =>
    isJsonObject(view.items) ? [view.items] : [],
  );
  if (items.length === 0) return value;
  const next = value.map((item: unknown) => descend(item, items, root, depth + 1));
  return next.some((item, index) => item !== value[index]) ? next : value;
}

/** The schemas that all apply to one value, and every name that any branch of them requires. */
function viewsOf(
  schemas: readonly unknown[],
  root: JsonObject,
): { readonly views: readonly JsonObject[]; readonly required: ReadonlySet<unknown> } {
  const views = new Set<JsonObject>();
  const branches = new Set<JsonObject>();
  const add = (schema: unknown, into: Set<JsonObject>): void => {
    if (!isJsonObject(schema) || into.has(schema) || views.size + branches.size >= maxViews) return;
    into.add(schema);
    if (typeof schema.$ref === "string") add(resolve(schema.$ref, root), into);
    for (const part of listOf(schema.allOf)) add(part, into);
    for (const branch of [schema.anyOf, schema.oneOf].flatMap(listOf)) add(branch, branches);
    for (const branch of [schema.then, schema.else]) add(branch, branches);
  };
  for (const schema of schemas) add(schema, views);
  const required = [...views, ...branches].flatMap((schema) => listOf(schema.required));
  return { views: [...views], required: new Set(required) };
}

function propertySchema({ properties }: JsonObject, key: string): readonly unknown[] {
  return isJsonObject(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [];
}

/** True only where no null can be valid, as far as that can be read off the schema. */
function forbidsNull(schema: unknown, root: JsonObject, seen: Set<unknown> = new Set()): boolean {
  if (!isJsonObject(schema) || seen.has(schema) || seen.size >= maxViews) return schema === false;
  seen.add(schema);
  const { type, nullable, $ref, not } = schema;
  if (type !== undefined && nullable !== true && ![type].flat().includes("null")) return true;
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) return true;
  if (schema.const !== undefined && schema.const !== null) return true;
  if (isJsonObject(not) && not.type === "null" && Object.keys(not).length === 1) return true;
  if (typeof $ref === "string" && forbidsNull(resolve($ref, root), root, seen)) return true;
  if (listOf(schema.allOf).some((part) => forbidsNull(part, root, seen))) return true;
  return [schema.anyOf, schema.oneOf].some((list) => {
    const branches = listOf(list);
    return branches.length > 0 && branches.every((branch) => forbidsNull(branch, root, seen));
  });
}

/** Only pointers into the schema itself: anything else is not certain. */
function resolve(ref: string, root: JsonObject): unknown {
  if (ref === "#") return root;
  return ref.startsWith("#/") ? resolvePointer(root, ref.slice(1)) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
