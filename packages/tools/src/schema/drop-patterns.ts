import { isJsonObject, type JsonObject } from "@x/mcp-core";
import { cleanText } from "../text/clean-text.ts";
import { isPortablePattern } from "./portable-pattern.ts";
import type { ChangeLog } from "./schema-change.ts";
import { mapSubschemas, type SubschemaPath } from "./subschemas.ts";

/** Longer patterns tell a model nothing. */
const maxShownBytes = 200;

/**
 * Takes out patterns that a provider's engine would not compile, for one of which it refuses the whole request. A
 * pattern of a value is told in its description instead; an object whose keys had one is open.
 */
export function dropPatterns(schema: JsonObject, log: ChangeLog): JsonObject {
  const walk = (node: unknown, path: SubschemaPath): unknown => {
    if (!isJsonObject(node)) return node;
    const draft: Record<string, unknown> = { ...node };
    if (typeof draft.pattern === "string" && !isPortablePattern(draft.pattern)) {
      log.add("dropped", [...path, "pattern"], "pattern");
      const { text, cutBytes } = cleanText(draft.pattern, maxShownBytes);
      const told = cutBytes > 0 ? [] : [`Pattern: ${text}`];
      const description = [draft.description, ...told].filter((one) => typeof one === "string").join("\n");
      if (description !== "") draft.description = description;
      delete draft.pattern;
    }
    if (isJsonObject(draft.patternProperties)) {
      const all = Object.entries(draft.patternProperties);
      const kept = all.filter(([pattern]) => isPortablePattern(pattern));
      if (kept.length < all.length) {
        log.add("dropped", [...path, "patternProperties"], "patternProperties");
        draft.patternProperties = Object.fromEntries(kept);
        if (kept.length === 0) delete draft.patternProperties;
        // What the pattern let in must not be shut out.
        delete draft.additionalProperties;
        delete draft.unevaluatedProperties;
      }
    }
    return mapSubschemas(draft, (inner, at) => walk(inner, [...path, ...at]));
  };
  return walk(schema, []) as JsonObject;
}
