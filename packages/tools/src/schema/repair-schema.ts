import { isJsonObject, type JsonObject } from "@x/mcp-core";
import { cleanText } from "../text/clean-text.ts";
import { repairNode } from "./repair-node.ts";
import type { ChangeLog } from "./schema-change.ts";
import { mapSubschemas, type SubschemaPath } from "./subschemas.ts";

/** Deeper schemas are open below this: no model fills them in, and no provider takes them. */
const maxDepth = 32;

/**
 * A copy of a schema in which everything malformed is put right, bit by bit, and everything old is written as
 * draft 2020-12 has it. What cannot be put right becomes "anything": the server's own schema still checks it.
 */
export function repairSchema(schema: unknown, maxTextBytes: number, log: ChangeLog): JsonObject {
  const walk = (node: unknown, path: SubschemaPath, depth: number): unknown => {
    if (node === true) return {};
    if (node === false) return { not: {} };
    if (!isJsonObject(node)) {
      log.add(
        "repaired",
        path,
        `${Array.isArray(node) ? "a list" : String(node === null ? "null" : typeof node)} in the place of a schema`,
      );
      return {};
    }
    if (depth > maxDepth) {
      log.add("opened", path, `deeper than ${maxDepth} levels`);
      return {};
    }
    const cleaned = cleanTexts(repairNode(node, path, log), path, maxTextBytes, log);
    return mapSubschemas(cleaned, (inner, at) => {
      // Both may also be booleans, which say something.
      if (typeof inner === "boolean" && /^(?:additional|unevaluated)/.test(String(at[0]))) return inner;
      return walk(inner, [...path, ...at], depth + 1);
    });
  };
  return walk(schema, [], 0) as JsonObject;
}

function cleanTexts(node: JsonObject, path: SubschemaPath, maxBytes: number, log: ChangeLog): JsonObject {
  let result = node;
  for (const key of ["title", "description"]) {
    const text = node[key];
    if (typeof text !== "string") continue;
    const cleaned = cleanText(text, maxBytes);
    if (cleaned.removed > 0)
      log.add("cleaned", [...path, key], `${cleaned.removed} hidden characters taken out`);
    if (cleaned.cutBytes > 0) log.add("cleaned", [...path, key], `${cleaned.cutBytes} bytes cut off`);
    result = { ...result, [key]: cleaned.text };
  }
  return result;
}
