import { isJsonObject, type JsonObject } from "@x/mcp-core";
import type { ChangeLog } from "./schema-change.ts";
import type { SubschemaPath } from "./subschemas.ts";

const types = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

/** Keywords about the document, not about values. */
const bookkeeping = [
  "$schema",
  "$id",
  "id",
  "$anchor",
  "$dynamicAnchor",
  "$recursiveAnchor",
  "$comment",
  "$vocabulary",
];

type Draft = Record<string, unknown>;
type Repair = (
  node: Draft,
  tell: (kind: "repaired" | "modernised" | "dropped", detail: string) => void,
) => void;

/** One schema put right, its subschemas left as they are. */
export function repairNode(schema: JsonObject, path: SubschemaPath, log: ChangeLog): JsonObject {
  const node: Draft = { ...schema };
  for (const repair of repairs) repair(node, (kind, detail) => log.add(kind, path, detail));
  return node;
}

const repairs: readonly Repair[] = [
  function dropBookkeeping(node, tell) {
    for (const key of bookkeeping) {
      if (typeof node[key] !== "string" && typeof node[key] !== "boolean" && key !== "$vocabulary") continue;
      if (node[key] === undefined) continue;
      if (key !== "$comment" && key !== "$schema") tell("dropped", key);
      delete node[key];
    }
  },

  function repairReference(node, tell) {
    for (const key of ["$ref", "$dynamicRef", "$recursiveRef"]) {
      if (node[key] === undefined || typeof node[key] === "string") continue;
      tell("repaired", key);
      delete node[key];
    }
  },

  function repairType(node, tell) {
    const { type } = node;
    if (type === undefined) return;
    const given = Array.isArray(type) ? type : [type];
    const known = given.filter((one) => typeof one === "string" && types.has(one));
    // `type: null` beside an enum of strings: somebody meant "or null".
    const said = type === null ? [] : known;
    if (said.length !== given.length) tell("repaired", "type");
    if (said.length === 0) delete node.type;
    else node.type = Array.isArray(type) && said.length > 1 ? said : said[0];
  },

  function repairProperties(node, tell) {
    if (node.properties === undefined) return;
    if (!isJsonObject(node.properties)) {
      tell("repaired", "properties");
      delete node.properties;
      return;
    }
    // `required` that slipped into `properties`.
    const slipped = node.properties.required;
    if (Array.isArray(slipped)) {
      tell("repaired", "required inside of properties");
      const { required: _, ...rest } = node.properties;
      node.properties = rest;
      node.required ??= slipped;
    }
    node.type ??= "object";
  },

  function repairRequired(node, tell) {
    const { required } = node;
    if (required === undefined) return;
    const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : undefined;
    if (names === undefined || names.length !== (required as readonly unknown[]).length)
      tell("repaired", "required");
    if (names === undefined) delete node.required;
    else node.required = [...new Set(names)];
  },

  function repairEnum(node, tell) {
    if (node.enum === undefined) return;
    if (!Array.isArray(node.enum) || node.enum.length === 0) {
      tell("repaired", "enum");
      delete node.enum;
    } else if (node.type === "array" && node.enum.every((value) => !Array.isArray(value))) {
      tell("repaired", "enum of a list moved to its items");
      node.items = { ...(isJsonObject(node.items) ? node.items : {}), enum: node.enum };
      delete node.enum;
    }
  },

  function modernise(node, tell) {
    // Draft 4: a boolean beside minimum and maximum.
    for (const [flag, bound] of [
      ["exclusiveMinimum", "minimum"],
      ["exclusiveMaximum", "maximum"],
    ] as const) {
      if (typeof node[flag] !== "boolean") continue;
      tell("modernised", flag);
      if (node[flag] && typeof node[bound] === "number") {
        node[flag] = node[bound];
        delete node[bound];
      } else delete node[flag];
    }
    // Before 2020-12 a list of schemas in items.
    if (Array.isArray(node.items)) {
      tell("modernised", "items");
      node.prefixItems = node.items;
      // What neither says something nor is a schema would be the old form once more.
      const rest = node.additionalItems;
      if (isJsonObject(rest) || typeof rest === "boolean") node.items = rest;
      else delete node.items;
      delete node.additionalItems;
    }
    // OpenAPI 3.0.
    if (typeof node.nullable === "boolean") {
      tell("modernised", "nullable");
      if (node.nullable && typeof node.type === "string") node.type = [node.type, "null"];
      delete node.nullable;
    }
  },

  function repairItems(node, tell) {
    const isList = node.type === "array" || (Array.isArray(node.type) && node.type.includes("array"));
    if (!isList || node.items !== undefined || node.prefixItems !== undefined) return;
    tell("repaired", "a list that says nothing about its items");
    node.items = {};
  },
];
