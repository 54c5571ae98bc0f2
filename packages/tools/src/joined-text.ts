import type { McpToolResult } from "@x/mcp-core";
import { resultText } from "./budget/result-text.ts";

/**
 * A result as one record with its text, as agents that know no other kind of result take it. Beside it the whole
 * result still has its media; here they are a line each.
 */
export function joinedText(result: McpToolResult): { readonly result: string } {
  return { result: resultText(result) };
}
