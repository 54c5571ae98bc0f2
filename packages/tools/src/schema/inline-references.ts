import { isJsonObject, type JsonObject } from "@x/mcp-core";
import { lookUpReference } from "./local-reference.ts";
import type { ChangeLog } from "./schema-change.ts";
import { mapSubschemas, type SubschemaPath } from "./subschemas.ts";

/** References to references can multiply: a schema never grows beyond this many nodes. */
const maxNodes = 5_000;

/**
 * Replaces references by what they refer to, for providers that take none (`inline`); otherwise only those that lead
 * nowhere. A reference back to where it came from becomes an open object: recursion is never unrolled.
 */
export function resolveReferences(schema: JsonObject, inline: boolean, log: ChangeLog): JsonObject {
  let nodes = 0;

  const open = (path: SubschemaPath, detail: string, target?: JsonObject): JsonObject => {
    log.add("opened", path, detail);
    const { type = "object", description } = target ?? { type: undefined };
    return { ...(type === undefined ? {} : { type }), ...(description === undefined ? {} : { description }) };
  };

  const walk = (node: unknown, path: SubschemaPath, within: readonly string[]): unknown => {
    if (!isJsonObject(node)) return node;
    if (++nodes > maxNodes) return open(path, `more than ${maxNodes} nodes`);
    const { $ref, $dynamicRef, $recursiveRef, ...beside } = node;
    const reference = $ref ?? $dynamicRef ?? $recursiveRef;
    const deeper = (schema: JsonObject): JsonObject =>
      mapSubschemas(schema, (inner, at) => walk(inner, [...path, ...at], within));
    if (reference === undefined) return deeper(node);
    const target = lookUpReference(schema, reference);
    if (!isJsonObject(target))
      return deeper({ ...open(path, "a reference that leads out of the schema or nowhere"), ...beside });
    if (!inline && $ref !== undefined) return deeper({ $ref, ...beside });
    if (within.includes(String(reference)))
      return deeper({ ...open(path, "a reference to a schema that it is part of", target), ...beside });
    log.add("inlined", path, String(reference));
    return walk({ ...target, ...beside }, path, [...within, String(reference)]);
  };

  if (!inline) return walk(schema, [], ["#"]) as JsonObject;
  // Nothing refers to them any more.
  const { $defs: _defs, definitions: _definitions, ...rest } = schema;
  return walk(rest, [], ["#"]) as JsonObject;
}
