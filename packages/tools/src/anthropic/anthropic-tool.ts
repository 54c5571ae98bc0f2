import type { JsonObject } from "@x/mcp-core";

/** A custom tool of the Messages API. */
export interface AnthropicTool {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: JsonObject & { readonly type: "object" };
}
