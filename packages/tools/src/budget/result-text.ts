import type { McpToolResult } from "@x/mcp-core";
import { mediaLine, resultParts } from "../format/result-part.ts";

/** A whole result as text, as a budget counts it and a store keeps it: of media there is a line each. */
export function resultText(result: McpToolResult): string {
  return resultParts(result)
    .map((part) => (part.type === "text" ? part.text : mediaLine(part)))
    .join("\n");
}
