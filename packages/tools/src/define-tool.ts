import { isJsonObject, type JsonObject, type McpToolAnnotations } from "@x/mcp-core";
import type { ToolCallOptions, ToolDefinition } from "./tool-definition.ts";
import { checkToolName } from "./tool-name-rule.ts";

/** What every local tool says about itself. */
export interface LocalToolBase {
  /** 1 to 64 of `A-Z a-z 0-9 _ -`, first a letter or underscore. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** JSON Schema of the arguments. Default: any object. */
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: McpToolAnnotations;
  readonly _meta?: JsonObject;
}

/** A local tool that takes the arguments as the model wrote them. */
export interface LocalTool extends LocalToolBase {
  /** Returns the output for the model. What it throws becomes an error result, so that the turn goes on. */
  execute(args: JsonObject, options: ToolCallOptions): unknown;
}

/** A local tool whose arguments are checked and typed first. */
export interface ParsedLocalTool<TArgs> extends LocalToolBase {
  /** Checks the arguments, such as `schema.parse`; throws what is wrong with them, for the model to read. */
  parse(args: JsonObject): TArgs;
  /** Returns the output for the model. What it throws becomes an error result, so that the turn goes on. */
  execute(args: TArgs, options: ToolCallOptions): unknown;
}

/**
 * Makes a tool of a function of your own, to be registered beside those of MCP servers.
 *
 * @throws ConfigError for a name that not every model provider takes.
 */
export function defineTool<TArgs>(tool: ParsedLocalTool<TArgs>): ToolDefinition;
/** The same for a tool that takes the arguments as the model wrote them. */
export function defineTool(tool: LocalTool): ToolDefinition;
export function defineTool(tool: LocalTool | ParsedLocalTool<unknown>): ToolDefinition {
  checkToolName(tool.name, "/name");
  const { name, title, description, outputSchema, annotations, _meta } = tool;
  const run: (args: JsonObject, options: ToolCallOptions) => unknown =
    "parse" in tool
      ? (args, options) => tool.execute(tool.parse(args), options)
      : (args, options) => tool.execute(args, options);
  return {
    name,
    title,
    description,
    inputSchema: tool.inputSchema ?? { type: "object" },
    outputSchema,
    annotations,
    _meta,
    execute: async (args, options = {}) => run(isJsonObject(args) ? args : {}, options),
  };
}
