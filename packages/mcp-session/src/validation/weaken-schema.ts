import { isJsonObject } from "@x/mcp-core";
import type { SchemaNode } from "./prepared-schema.ts";

/**
 * Takes the patterns out that cannot be checked. A schema with less in it accepts more, except where acceptance
 * is turned round (`not`, `if`, exactly one of several, "whatever the others did not match"): those keywords go
 * too, so that what is left never refuses a value that the whole schema accepts.
 */
export function weakenSchema(nodes: Iterable<SchemaNode>, refused: ReadonlySet<string>): void {
  for (const node of nodes) {
    if (typeof node.pattern === "string" && refused.has(node.pattern)) delete node.pattern;
    weakenPatternProperties(node, refused);
    for (const keyword of turning) delete node[keyword];
  }
}

const turning = [
  "not",
  "if",
  "then",
  "else",
  "oneOf",
  "maxContains",
  "unevaluatedProperties",
  "unevaluatedItems",
];

function weakenPatternProperties(node: SchemaNode, refused: ReadonlySet<string>): void {
  const { patternProperties } = node;
  if (!isJsonObject(patternProperties)) return;
  const kept = Object.entries(patternProperties).filter(([pattern]) => !refused.has(pattern));
  if (kept.length === Object.keys(patternProperties).length) return;
  node.patternProperties = Object.fromEntries(kept);
  delete node.additionalProperties;
}
