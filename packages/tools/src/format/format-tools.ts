import { isJsonObject, type JsonObject, nearestNames, ToolNotFoundError, ValidationError } from "@x/mcp-core";
import {
  type CompiledToolSchema,
  compileToolSchema,
  type SchemaTarget,
} from "../schema/compile-tool-schema.ts";
import { cleanText } from "../text/clean-text.ts";
import type { ToolDefinition } from "../tool-definition.ts";
import type { FormattedTools, LeftOutTool, ToolFormatReport } from "./tool-format-report.ts";

/** A tool to be formatted: a definition of a registry, or a tool as a port lists it. */
export type FormattableTool = Pick<
  ToolDefinition,
  "name" | "title" | "description" | "inputSchema" | "annotations"
>;

/** How a provider's tools are made. */
export interface ToolFormat<T> {
  readonly target: SchemaTarget;
  readonly maxDescriptionBytes: number;
  make(tool: FormattableTool, compiled: CompiledToolSchema, description: string | undefined): T;
  /** Which of the provider's rules the tool breaks. */
  check(tool: T): readonly string[];
}

/** Makes the tools of a provider, and leaves out those it would refuse: one bad tool costs one tool. */
export function formatTools<T>(tools: Iterable<FormattableTool>, format: ToolFormat<T>): FormattedTools<T> {
  const compiled = new Map<string, CompiledToolSchema>();
  const formatted: T[] = [];
  const leftOut: LeftOutTool[] = [];
  const reports: ToolFormatReport[] = [];
  for (const tool of tools) {
    let schema: CompiledToolSchema;
    let made: ReturnType<typeof makeOne<T>>;
    try {
      schema = compileToolSchema(tool.inputSchema, format.target);
      made = makeOne(tool, schema, format);
    } catch (error) {
      // A schema of a stranger that is too much for us must not cost the other tools.
      leftOut.push({ name: tool.name, reasons: [`its schema cannot be compiled (${nameOf(error)})`] });
      continue;
    }
    // What breaks a rule of strict mode may well be fine without it.
    if (schema.strict && made.broken.length > 0) {
      const loose = compileToolSchema(tool.inputSchema, { ...format.target, strict: false });
      schema = { ...loose, notStrict: made.broken.join("; ") };
      made = makeOne(tool, schema, format);
    }
    const twice = compiled.has(tool.name) ? ["another tool has this name"] : [];
    const reasons = [...made.broken, ...twice];
    if (reasons.length > 0) {
      leftOut.push({ name: tool.name, reasons });
      continue;
    }
    compiled.set(tool.name, schema);
    formatted.push(made.tool);
    const { strict, notStrict, changes } = schema;
    const all = [...made.changes, ...changes];
    reports.push({
      name: tool.name,
      strict,
      changes: all,
      ...(notStrict === undefined ? {} : { notStrict }),
    });
  }
  return {
    tools: formatted,
    leftOut,
    reports,
    readArguments(name, args) {
      const schema = compiled.get(name);
      if (schema !== undefined) return schema.readArguments(parseArguments(name, args));
      const nearest = nearestNames(name, compiled.keys());
      throw new ToolNotFoundError({ toolName: name, where: "registry", nearest });
    },
  };
}

function makeOne<T>(
  tool: FormattableTool,
  schema: CompiledToolSchema,
  format: ToolFormat<T>,
): { readonly tool: T; readonly broken: readonly string[]; readonly changes: ToolFormatReport["changes"] } {
  const text = [tool.description ?? tool.title ?? "", ...schema.rules]
    .filter((part) => part !== "")
    .join("\n");
  const cleaned = cleanText(text, format.maxDescriptionBytes);
  const made = format.make(tool, schema, cleaned.text === "" ? undefined : cleaned.text);
  const told = (detail: string) =>
    ({ kind: "cleaned", pointer: "", detail: `description: ${detail}` }) as const;
  return {
    tool: made,
    broken: format.check(made),
    changes: [
      ...(cleaned.removed > 0 ? [told(`${cleaned.removed} hidden characters taken out`)] : []),
      ...(cleaned.cutBytes > 0 ? [told(`${cleaned.cutBytes} bytes cut off`)] : []),
    ],
  };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

function parseArguments(toolName: string, args: unknown): JsonObject {
  if (args === undefined || args === null || args === "") return {};
  const value = typeof args === "string" ? parseJson(args) : args;
  if (isJsonObject(value)) return value;
  throw new ValidationError({
    where: "mcp_input",
    toolName,
    issues: [{ path: "", message: "must be a JSON object", keyword: "type" }],
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Reported as a value that is no object; the parser's message would repeat the arguments.
    return undefined;
  }
}
