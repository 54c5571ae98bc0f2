import {
  isJsonObject,
  type JsonObject,
  type McpEventBody,
  type McpTool,
  type McpToolResult,
  ValidationError,
  type ValidationIssue,
} from "@x/mcp-core";
import type { CompiledSchema } from "../validation/compiled-schema.ts";
import type { SchemaCompiler } from "../validation/schema-compiler.ts";

/** Checks of what goes to a tool and what comes from it. */
export interface ToolChecks {
  /** The arguments to send: those given, without nulls that the schema forbids. Rejects where they do not fit. */
  input(tool: McpTool, args: JsonObject): JsonObject | Promise<JsonObject>;
  /** Rejects, or throws, where the result does not fit the output schema. */
  output(tool: McpTool, result: McpToolResult): void | Promise<void>;
}

interface Validation {
  readonly compiler: SchemaCompiler;
  readonly dropOptionalNulls: (args: JsonObject, schema: JsonObject) => JsonObject;
}

/**
 * Makes the checks. The validator is loaded and a schema compiled when the first call needs it; from then on a
 * check of that schema is synchronous, so that a call does not wait for a promise more than it must.
 */
export function createToolChecks(options: {
  readonly mode: "throw" | "warn" | "off";
  emit(body: McpEventBody): void;
}): ToolChecks {
  const { mode, emit } = options;
  const compiled = new WeakMap<JsonObject, CompiledSchema>();
  const tellWarnings = schemaWarnings(emit);
  let validation: Validation | undefined;
  let loading: Promise<Validation> | undefined;

  const load = async (): Promise<Validation> => {
    const [{ createSchemaCompiler }, { dropOptionalNulls }] = await Promise.all([
      import("../validation/schema-compiler.ts"),
      import("../validation/argument-nulls.ts"),
    ]);
    validation = { compiler: createSchemaCompiler(), dropOptionalNulls };
    return validation;
  };

  const loaded = (): Promise<Validation> => {
    loading ??= load();
    return loading;
  };

  const compile = async (
    tool: McpTool,
    schema: JsonObject,
    what: "input" | "output",
  ): Promise<CompiledSchema> => {
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    const ready = await (await loaded()).compiler.compile(schema);
    compiled.set(schema, ready);
    tellWarnings(tool, ready, what);
    return ready;
  };

  const report = (error: ValidationError): void => {
    if (mode === "throw") throw error;
    const keywords = [...new Set(error.issues.map((issue) => issue.keyword))].join(", ");
    const what = error.where === "mcp_input" ? "The arguments for" : "The result of";
    const message = `${what} tool "${error.toolName}" break its schema (${keywords}); passed on all the same.`;
    emit({ type: "warning", code: error.code, message });
  };

  const checkInput = (
    tool: McpTool,
    args: JsonObject,
    parts: Validation,
    schema: CompiledSchema,
  ): JsonObject => {
    const given = hasNull(args) ? parts.dropOptionalNulls(args, tool.inputSchema) : args;
    const issues = schema.check(given);
    tellWarnings(tool, schema, "input");
    if (issues.length > 0) report(inputError(tool, issues));
    return given;
  };

  const compileAndCheckInput = async (tool: McpTool, args: JsonObject): Promise<JsonObject> => {
    const schema = await compile(tool, tool.inputSchema, "input");
    return checkInput(tool, args, await loaded(), schema);
  };

  const withoutNulls = async (tool: McpTool, args: JsonObject): Promise<JsonObject> =>
    (await loaded()).dropOptionalNulls(args, tool.inputSchema);

  const checkOutput = (tool: McpTool, result: McpToolResult, schema: CompiledSchema): void => {
    const { structuredContent } = result;
    const issues = structuredContent === undefined ? missingContent : schema.check(structuredContent);
    tellWarnings(tool, schema, "output");
    if (issues.length === 0) return;
    const { name, serverId } = tool;
    report(new ValidationError({ where: "mcp_output", issues, toolName: name, serverId, result }));
  };

  return {
    input(tool, args) {
      if (!isJsonObject(args)) throw inputError(tool, notAnObject);
      if (mode === "off") return hasNull(args) ? withoutNulls(tool, args) : args;
      const known = compiled.get(tool.inputSchema);
      if (validation !== undefined && known !== undefined) return checkInput(tool, args, validation, known);
      return compileAndCheckInput(tool, args);
    },
    output(tool, result) {
      const { outputSchema } = tool;
      // An error has no obligation to the schema (MCP server/tools, "Output Schema").
      if (mode === "off" || outputSchema === undefined || result.isError) return undefined;
      const known = compiled.get(outputSchema);
      if (known !== undefined) return checkOutput(tool, result, known);
      return compile(tool, outputSchema, "output").then((schema) => checkOutput(tool, result, schema));
    },
  };
}

/** Tells each warning of a schema once; a check that had to be given up adds one long after it was compiled. */
function schemaWarnings(
  emit: (body: McpEventBody) => void,
): (tool: McpTool, schema: CompiledSchema, what: "input" | "output") => void {
  const told = new WeakMap<CompiledSchema["warnings"], number>();
  return (tool, { warnings }, what) => {
    const before = told.get(warnings) ?? 0;
    if (warnings.length === before) return;
    told.set(warnings, warnings.length);
    for (const { code, message } of warnings.slice(before))
      emit({ type: "warning", code, message: `Tool "${tool.name}", ${what} schema: ${message}` });
  };
}

const notAnObject: readonly ValidationIssue[] = [{ path: "", message: "must be an object", keyword: "type" }];

const missingContent: readonly ValidationIssue[] = [
  { path: "", message: "is missing, although the tool has an output schema", keyword: "structuredContent" },
];

function inputError(tool: McpTool, issues: readonly ValidationIssue[]): ValidationError {
  return new ValidationError({ where: "mcp_input", issues, toolName: tool.name, serverId: tool.serverId });
}

/** Whether there is a null to look at; deep values count as if there were one. */
function hasNull(value: unknown, depth = 0): boolean {
  if (typeof value !== "object") return false;
  if (value === null || depth > 8) return true;
  if (Array.isArray(value)) return value.some((item) => hasNull(item, depth + 1));
  for (const key in value) if (hasNull((value as JsonObject)[key], depth + 1)) return true;
  return false;
}
