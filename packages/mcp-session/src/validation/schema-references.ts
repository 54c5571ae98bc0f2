import { isJsonObject } from "@x/mcp-core";
import type { PreparedSchema, SchemaNode } from "./prepared-schema.ts";

/** Looking up more pairs of reference and place than this is not worth a schema. */
const maxLookups = 100_000;

/**
 * True where every `$ref` by JSON pointer that leads to an object of the schema leads to a subschema of it. One
 * that leads into plain data (a `const`, a map of schemas) would escape the count of steps.
 */
export function referencesAreSubschemas(schema: PreparedSchema, identifier: "$id" | "id"): boolean {
  const bases = [schema.root, ...[...schema.nodes].filter((node) => typeof node[identifier] === "string")];
  const pointers = [...schema.refs].flatMap((ref) => pointerOf(ref) ?? []);
  if (bases.length * pointers.length > maxLookups) return false;
  return pointers.every((pointer) =>
    bases.every((base) => {
      const target = resolvePointer(base, pointer);
      return !isJsonObject(target) || schema.nodes.has(target);
    }),
  );
}

/** What a JSON pointer (RFC 6901, percent-encoded as in a fragment) leads to, own properties only. */
export function resolvePointer(from: SchemaNode, pointer: string): unknown {
  let here: unknown = from;
  for (const segment of pointer.split("/").slice(1)) {
    if (typeof here !== "object" || here === null) return undefined;
    const key = decode(segment);
    here = Object.hasOwn(here, key) ? (here as Readonly<Record<string, unknown>>)[key] : undefined;
  }
  return here;
}

/** The pointer of `…#/a/b`. */
function pointerOf(ref: string): string | undefined {
  const at = ref.indexOf("#/");
  return at < 0 ? undefined : ref.slice(at + 1);
}

function decode(segment: string): string {
  let text = segment;
  try {
    text = decodeURIComponent(segment);
  } catch {
    // A stray percent sign is taken as it is.
  }
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}
