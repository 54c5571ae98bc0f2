/** A JSON Schema object, as a stranger wrote it. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** Whether a value is an object of JSON. */
export function isSchemaNode(value: unknown): value is SchemaNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** More steps than this are a circle. */
const maxSteps = 16;

/**
 * A schema with its references within the document followed, its `allOf` merged and its `null` variant taken off, so
 * that what is left has one shape. Undefined where it has none.
 */
export function plainNode(node: unknown, root: SchemaNode): SchemaNode | undefined {
  let current = node;
  for (let step = 0; step < maxSteps; step++) {
    if (!isSchemaNode(current)) return undefined;
    const simpler = simplify(current, root);
    if (simpler === current) return current;
    current = simpler;
  }
  return undefined;
}

/** One step towards one shape; the same object where there is none left to take. */
function simplify(node: SchemaNode, root: SchemaNode): unknown {
  const { $ref, allOf, anyOf, oneOf, type } = node;
  if (typeof $ref === "string") {
    const { $ref: _, ...beside } = node;
    const target = resolvePointer(root, $ref);
    return isSchemaNode(target) ? { ...target, ...beside } : undefined;
  }
  if (Array.isArray(allOf)) return merge(node, allOf, root);
  const [key, variants] = Array.isArray(anyOf) ? ["anyOf", anyOf] : ["oneOf", oneOf];
  if (Array.isArray(variants)) {
    const rest = variants.filter((variant) => !(isSchemaNode(variant) && variant.type === "null"));
    const { [String(key)]: _, ...beside } = node;
    const [only] = rest;
    // A constant is a choice, with a title of its own.
    if (rest.length === 1 && isSchemaNode(only) && only.const === undefined) return { ...only, ...beside };
    if (rest.length < variants.length) return { ...node, [String(key)]: rest };
  }
  if (Array.isArray(type) && type.includes("null")) {
    const rest = type.filter((one) => one !== "null");
    return { ...node, type: rest.length === 1 ? rest[0] : rest };
  }
  return node;
}

function merge(node: SchemaNode, parts: readonly unknown[], root: SchemaNode): unknown {
  const { allOf: _, ...beside } = node;
  let merged: SchemaNode = {};
  for (const part of [...parts, beside]) {
    const plain = plainNode(part, root);
    if (plain === undefined) return undefined;
    const required = [...listOf(merged.required), ...listOf(plain.required)];
    const properties = { ...objectOf(merged.properties), ...objectOf(plain.properties) };
    merged = {
      ...merged,
      ...plain,
      ...(required.length === 0 ? {} : { required }),
      ...(Object.keys(properties).length === 0 ? {} : { properties }),
    };
  }
  return merged;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function objectOf(value: unknown): SchemaNode {
  return isSchemaNode(value) ? value : {};
}

/** Follows `#/…` (RFC 6901); anything else would be a document we do not have. */
function resolvePointer(root: SchemaNode, ref: string): unknown {
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return undefined;
  let here: unknown = root;
  for (const step of ref.slice(2).split("/")) {
    const key = unescapeStep(step);
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as SchemaNode)[key];
  }
  return here;
}

function unescapeStep(step: string): string {
  const unescaped = step.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(unescaped);
  } catch {
    return unescaped; // a percent sign that is meant as such
  }
}
