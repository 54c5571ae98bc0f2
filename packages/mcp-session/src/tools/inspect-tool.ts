import { isJsonObject, type JsonObject, type McpQuarantineReason, type McpTool } from "@x/mcp-core";
import { type HeaderAnnotation, readHeaderAnnotations } from "./header-annotations.ts";
import { jsonSize } from "./json-size.ts";

/** A tool that can be called, with what calls of it need. */
export interface UsableTool {
  readonly tool: McpTool;
  /** Empty where nothing is mirrored in headers. */
  readonly annotations: readonly HeaderAnnotation[];
  /** What is odd about it and was left out, by field. */
  readonly oddities: readonly string[];
}

/** Why a tool is left out. */
export interface UnusableTool {
  readonly name: string | undefined;
  readonly reason: McpQuarantineReason;
  readonly detail: string;
}

/** How tools are looked at. */
export interface InspectionRules {
  readonly serverId: string;
  readonly maxToolBytes: number;
  /** Whether arguments are mirrored in headers: over HTTP, in the modern era. */
  readonly mirrorsHeaders: boolean;
}

type Draft = { -readonly [Key in keyof McpTool]: McpTool[Key] };

/** Shared by all tools that have none: a list may be long. */
const none: readonly never[] = [];

/**
 * Looks at one entry of a `tools/list` answer. What no call could survive makes it unusable; anything else that is
 * broken costs that field only. Schemas stay the objects that came. `small`: its size is known to be within bounds.
 */
export function inspectTool(
  raw: unknown,
  seen: { has(name: string): boolean },
  rules: InspectionRules,
  small = false,
): UsableTool | UnusableTool {
  const { name, inputSchema } = isJsonObject(raw) ? raw : ({} as JsonObject);
  if (!isJsonObject(raw) || !isUsableName(name))
    return { name: undefined, reason: "name", detail: "its name is not a string of printable characters" };
  if (seen.has(name)) return { name, reason: "duplicate", detail: "an earlier tool has the same name" };
  const problem = inputSchemaProblem(inputSchema);
  if (problem !== undefined || !isJsonObject(inputSchema))
    return { name, reason: "input-schema", detail: `its input schema ${problem}` };
  if (!small && jsonSize(raw) > rules.maxToolBytes)
    return { name, reason: "too-large", detail: `its definition is larger than ${rules.maxToolBytes} bytes` };
  const mirrored = rules.mirrorsHeaders ? readHeaderAnnotations(inputSchema) : { annotations: none };
  if ("problem" in mirrored) return { name, reason: "header-annotation", detail: mirrored.problem };
  const tool: Draft = { name, serverId: rules.serverId, serverToolName: name, inputSchema };
  return { tool, annotations: mirrored.annotations, oddities: takeOptionalFields(raw, tool) };
}

/**
 * Passes on what has the type that readers rely on; returns what has not. Each field by name, which takes the engine
 * a fraction of what a loop over names takes.
 */
function takeOptionalFields(raw: JsonObject, tool: Draft): readonly string[] {
  const { title, description, outputSchema, annotations, icons, _meta } = raw;
  let oddities: readonly string[] = none;
  const leaveOut = (field: string, type: string): void => {
    oddities = [...oddities, `its ${field} is not ${type}`];
  };
  if (typeof title === "string") tool.title = title;
  else if (title !== undefined) leaveOut("title", "a string");
  if (typeof description === "string") tool.description = description;
  else if (description !== undefined) leaveOut("description", "a string");
  if (isJsonObject(outputSchema)) tool.outputSchema = outputSchema;
  else if (outputSchema !== undefined) leaveOut("outputSchema", "an object");
  if (isJsonObject(annotations)) tool.annotations = annotations;
  else if (annotations !== undefined) leaveOut("annotations", "an object");
  if (Array.isArray(icons) && icons.every(isJsonObject)) tool.icons = icons;
  else if (icons !== undefined) leaveOut("icons", "a list of objects");
  if (isJsonObject(_meta)) tool._meta = _meta;
  else if (_meta !== undefined) leaveOut("_meta", "an object");
  return oddities;
}

function inputSchemaProblem(schema: unknown): string | undefined {
  if (schema === undefined) return "is missing";
  if (!isJsonObject(schema)) return "is not an object";
  const { type } = schema;
  if (type === undefined || type === "object" || (Array.isArray(type) && type.includes("object")))
    return undefined;
  return "is not of type object";
}

function isUsableName(name: unknown): name is string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  return typeof name === "string" && name.trim() !== "" && !/[\u0000-\u001f\u007f-\u009f]/.test(name);
}
