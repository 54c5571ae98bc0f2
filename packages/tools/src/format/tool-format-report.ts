import type { JsonObject } from "@x/mcp-core";
import type { SchemaChange } from "../schema/schema-change.ts";

/** What was done to one tool so that a provider takes it. */
export interface ToolFormatReport {
  readonly name: string;
  readonly strict: boolean;
  /** Why it is not strict, where that was wanted. */
  readonly notStrict?: string;
  readonly changes: readonly SchemaChange[];
}

/** A tool the provider would refuse, and with it the whole request. */
export interface LeftOutTool {
  readonly name: string;
  /** The rules it breaks, in words. */
  readonly reasons: readonly string[];
}

/** Tools in the format of a provider. */
export interface FormattedTools<T> {
  /** For the request, in the order of the tools. */
  readonly tools: readonly T[];
  readonly leftOut: readonly LeftOutTool[];
  /** By tool, in the same order. */
  readonly reports: readonly ToolFormatReport[];
  /**
   * The tool's arguments of what the model wrote, JSON text or an object: names restored, nulls that mean "not
   * given" dropped. Nothing at all is `{}`, since servers want an object.
   *
   * @throws ToolNotFoundError for a tool that is not among these, ValidationError for text that is no JSON object.
   */
  readArguments(name: string, args: unknown): JsonObject;
}
