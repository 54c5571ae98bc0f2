import type { ChoiceField, Field } from "./field.ts";
import { isSchemaNode, plainNode, type SchemaNode } from "./schema-node.ts";

/** Deeper objects are typed as JSON; a schema that refers to itself has no end. */
const maxDepth = 5;

/** The place of a field in its form. */
interface Place {
  readonly name: string;
  readonly required: boolean;
  readonly depth: number;
}

/** The form of a tool's arguments: one field for each property, or one for all where the schema says nothing. */
export function readForm(inputSchema: SchemaNode): Field {
  const field = readField(inputSchema, inputSchema, { name: "", required: true, depth: 0 });
  return field.kind === "group" || field.kind === "json" ? field : { ...baseOf({}, field), kind: "json" };
}

function readField(schema: unknown, root: SchemaNode, place: Place): Field {
  const node = plainNode(schema, root);
  if (node === undefined) return { ...baseOf({}, place), kind: "json" };
  const base = baseOf(node, place);
  const choices = choicesOf(node);
  if (choices !== undefined) return { ...base, kind: "choice", choices };
  switch (node.type) {
    case "string":
      return {
        ...base,
        kind: "text",
        long: isLong(node, place.name),
        ...(typeof node.format === "string" ? { format: node.format } : {}),
      };
    case "number":
    case "integer":
      return { ...base, kind: "number", integer: node.type === "integer" };
    case "boolean":
      return { ...base, kind: "boolean" };
    case "array":
      return readList(node, root, place);
    default:
      return readGroup(node, root, place);
  }
}

function readList(node: SchemaNode, root: SchemaNode, place: Place): Field {
  const base = baseOf(node, place);
  if (!isSchemaNode(node.items) || place.depth >= maxDepth) return { ...base, kind: "json" };
  const item = readField(node.items, root, { name: "", required: true, depth: place.depth + 1 });
  return { ...base, kind: "list", item };
}

function readGroup(node: SchemaNode, root: SchemaNode, place: Place): Field {
  const base = baseOf(node, place);
  const { type, properties, required, additionalProperties } = node;
  const isObject = type === "object" || (type === undefined && isSchemaNode(properties));
  if (!isObject || place.depth >= maxDepth) return { ...base, kind: "json" };
  const names = isSchemaNode(properties) ? Object.keys(properties) : [];
  // An object of free keys has no fields to show; one that allows none is an empty form.
  const free = additionalProperties !== false && place.depth > 0;
  if (names.length === 0 && (free || isSchemaNode(additionalProperties))) return { ...base, kind: "json" };
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields = names.map((name) =>
    readField((properties as SchemaNode)[name], root, {
      name,
      required: needed.has(name),
      depth: place.depth + 1,
    }),
  );
  // What must be given comes first; among equals the server's order stands.
  return {
    ...base,
    kind: "group",
    fields: fields.toSorted((a, b) => Number(b.required) - Number(a.required)),
  };
}

function baseOf(
  node: SchemaNode,
  { name, required }: Pick<Place, "name" | "required">,
): Pick<Field, "name" | "label" | "description" | "required" | "initial"> {
  return {
    name,
    label: typeof node.title === "string" && node.title !== "" ? node.title : name,
    required,
    ...(typeof node.description === "string" ? { description: node.description } : {}),
    ...(node.default === undefined ? {} : { initial: node.default }),
  };
}

/** `enum`, `const`, and `oneOf`/`anyOf` of titled constants. */
function choicesOf(node: SchemaNode): ChoiceField["choices"] | undefined {
  if (Array.isArray(node.enum)) {
    const titles = Array.isArray(node.enumNames) ? node.enumNames : [];
    return node.enum.map((value, index) => ({ label: String(titles[index] ?? labelOf(value)), value }));
  }
  if (node.const !== undefined) return [{ label: labelOf(node.const), value: node.const }];
  const variants = node.oneOf ?? node.anyOf;
  if (!Array.isArray(variants) || variants.length === 0) return undefined;
  const choices = variants.flatMap((variant) => (isSchemaNode(variant) ? constantOf(variant) : []));
  return choices.length === variants.length ? choices : undefined;
}

function constantOf(variant: SchemaNode): ChoiceField["choices"] {
  if (variant.const === undefined) return [];
  const label = typeof variant.title === "string" ? variant.title : labelOf(variant.const);
  return [{ label, value: variant.const }];
}

function labelOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A guess at what people write in several lines; a wrong one costs nothing but looks. */
function isLong({ maxLength, contentMediaType, format }: SchemaNode, name: string): boolean {
  if (format !== undefined) return false;
  if (typeof maxLength === "number") return maxLength > 200;
  return (
    contentMediaType !== undefined || /content|text|body|prompt|markdown|code|script|query_?text/i.test(name)
  );
}
