import { isJsonObject, type JsonObject } from "@x/mcp-core";

/** What a reference inside a document refers to; undefined where it leads out of it or nowhere. Never over a network. */
export function lookUpReference(root: JsonObject, reference: unknown): unknown {
  if (typeof reference !== "string" || !reference.startsWith("#")) return undefined;
  const pointer = decode(reference.slice(1));
  if (pointer === "") return root;
  if (!pointer.startsWith("/")) return undefined;
  let at: unknown = root;
  for (const part of pointer.slice(1).split("/")) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as JsonObject)[key];
  }
  return at;
}

/** A reference resolved step by step as long as it is one; undefined for one that leads nowhere or in a circle. */
export function resolveReference(root: JsonObject, schema: unknown): JsonObject | undefined {
  let at = schema;
  for (let step = 0; step < 32; step++) {
    if (!isJsonObject(at)) return undefined;
    if (at.$ref === undefined) return at;
    const { $ref, ...beside } = at;
    const target = lookUpReference(root, $ref);
    at = isJsonObject(target) ? { ...target, ...beside } : undefined;
  }
  return undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign: the text is taken as it stands.
    return text;
  }
}
