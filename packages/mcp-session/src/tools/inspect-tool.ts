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

/** A field that is passed on where it has the type that readers rely on. */
interface Field {
  readonly name: string;
  readonly type: string;
  fits(value: unknown): boolean;
}

const fields: readonly Field[] = [
  { name: "title", type: "a string", fits: isString },
  { name: "description", type: "a string", fits: isString },
  { name: "outputSchema", type: "an object", fits: isJsonObject },
  { name: "annotations", type: "an object", fits: isJsonObject },
  {
    name: "icons",
    type: "a list of objects",
    fits: (value) => Array.isArray(value) && value.every(isJsonObject),
  },
  { name: "_meta", type: "an object", fits: isJsonObject },
];

/**
 * Looks at one entry of a `tools/list` answer. What no call could survive makes it unusable; anything else that is
 * broken costs that field only. Schemas stay the objects that came.
 */
export function inspectTool(
  raw: unknown,
  seen: { has(name: string): boolean },
  rules: InspectionRules,
): UsableTool | UnusableTool {
  const { name, inputSchema } = isJsonObject(raw) ? raw : ({} as JsonObject);
  if (!isJsonObject(raw) || !isUsableName(name))
    return { name: undefined, reason: "name", detail: "its name is not a string of printable characters" };
  if (seen.has(name)) return { name, reason: "duplicate", detail: "an earlier tool has the same name" };
  const problem = inputSchemaProblem(inputSchema);
  if (problem !== undefined || !isJsonObject(inputSchema))
    return { name, reason: "input-schema", detail: `its input schema ${problem}` };
  if (jsonSize(raw) > rules.maxToolBytes)
    return { name, reason: "too-large", detail: `its definition is larger than ${rules.maxToolBytes} bytes` };
  const mirrored = rules.mirrorsHeaders ? readHeaderAnnotations(inputSchema) : { annotations: [] };
  if ("problem" in mirrored) return { name, reason: "header-annotation", detail: mirrored.problem };
  const oddities: string[] = [];
  const tool: Record<string, unknown> = { name, serverId: rules.serverId, serverToolName: name, inputSchema };
  for (const field of fields) {
    const value = raw[field.name];
    if (value === undefined) continue;
    if (field.fits(value)) tool[field.name] = value;
    else oddities.push(`its ${field.name} is not ${field.type}`);
  }
  return { tool: tool as unknown as McpTool, annotations: mirrored.annotations, oddities };
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

function isString(value: unknown): boolean {
  return typeof value === "string";
}
