import { attempt } from "../../data/attempt.ts";
import { copyJson } from "../../data/copy-json.ts";
import type { UiJson, UiJsonObject } from "../../data/json.ts";
import { isPlainObject, type PlainObject } from "../../data/plain-object.ts";
import { readToolUi } from "../../tool/read-tool-ui.ts";

/** What the session knows of a tool. */
export interface KnownTool {
  /** The server's own name for it. */
  readonly name: string;
  readonly appMayCall: boolean;
  readonly isReadOnly: boolean;
  /** The hints, as far as they have the right type. */
  readonly annotations: UiJsonObject;
  /** The definition with the fields that a view of the official SDK accepts. */
  readonly definition: UiJsonObject;
}

/** More tools than any server has. */
const maxTools = 10_000;
const maxToolBytes = 256 * 1024;
const hintNames = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

/** The tools by name; of two with one name the first. */
export function knownTools(tools: readonly unknown[]): ReadonlyMap<string, KnownTool> {
  const known = new Map<string, KnownTool>();
  const length = attempt(() => (Array.isArray(tools) ? tools.length : 0)) ?? 0;
  for (let index = 0; index < length && index < maxTools; index++) {
    const tool = readKnownTool(attempt(() => tools[index]));
    if (tool.name !== "" && !known.has(tool.name)) known.set(tool.name, tool);
  }
  return known;
}

/** Reads a tool once; what cannot be read may be called by nobody. */
export function readKnownTool(tool: unknown): KnownTool {
  const copied = copyJson(tool, { maxBytes: maxToolBytes });
  const source: PlainObject = copied.ok && isPlainObject(copied.value) ? copied.value : {};
  const name = textOr(source.serverToolName, textOr(source.name, ""));
  const annotations = cleanAnnotations(source.annotations);
  return {
    name,
    appMayCall: copied.ok && readToolUi(source).visibility.includes("app"),
    isReadOnly: annotations.readOnlyHint === true,
    annotations,
    definition: cleanDefinition(name, source, annotations),
  };
}

function cleanDefinition(name: string, source: PlainObject, annotations: UiJsonObject): UiJsonObject {
  const { title, description, inputSchema, outputSchema, _meta } = source;
  const isSchema = isPlainObject(inputSchema) && inputSchema.type === "object" && hasPlainParts(inputSchema);
  const clean: Record<string, UiJson> = {
    name,
    inputSchema: isSchema ? (inputSchema as UiJsonObject) : { type: "object" },
  };
  if (typeof title === "string") clean.title = title;
  if (typeof description === "string") clean.description = description;
  if (isPlainObject(outputSchema) && isTextOrAbsent(outputSchema.$schema))
    clean.outputSchema = outputSchema as UiJsonObject;
  if (Object.keys(annotations).length > 0) clean.annotations = annotations;
  if (isPlainObject(_meta)) clean._meta = _meta as UiJsonObject;
  return Object.freeze(clean);
}

/** What the official SDK checks of a schema: an app of it rejects the whole context for a bad one. */
function hasPlainParts({ properties, required }: PlainObject): boolean {
  const fineProperties = properties === undefined || isPlainObject(properties);
  const fineRequired =
    required === undefined || (Array.isArray(required) && required.every((key) => typeof key === "string"));
  return fineProperties && fineRequired;
}

function cleanAnnotations(value: unknown): UiJsonObject {
  const clean: Record<string, UiJson> = {};
  if (isPlainObject(value)) {
    if (typeof value.title === "string") clean.title = value.title;
    for (const name of hintNames) {
      const hint = value[name];
      if (typeof hint === "boolean") clean[name] = hint;
    }
  }
  return Object.freeze(clean);
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" && value !== "" ? value : otherwise;
}
