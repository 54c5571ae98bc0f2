import type { McpTool } from "@x/mcp-core";
import { cleanText } from "./clean-text.ts";

/** What was done to a text of a tool before a model sees it. */
export interface ToolTextChange {
  readonly serverId: string;
  readonly serverToolName: string;
  readonly field: "title" | "description";
  /** Hidden and control characters that were taken out. */
  readonly removedCharacters: number;
  /** Bytes that were cut off; the text says so too. */
  readonly cutBytes: number;
}

/** Titles are a line. */
const maxTitleBytes = 256;

/** A tool with title and description as a model may see them; schemas are the server's own. */
export function cleanTool(
  tool: McpTool,
  maxBytes: number,
): { readonly tool: McpTool; readonly changes: readonly ToolTextChange[] } {
  const changes: ToolTextChange[] = [];
  const cleaned: Record<string, string> = {};
  for (const [field, limit] of [
    ["title", Math.min(maxTitleBytes, maxBytes)],
    ["description", maxBytes],
  ] as const) {
    const text = tool[field];
    if (typeof text !== "string") continue;
    const { text: shown, removed, cutBytes } = cleanText(text, limit);
    if (removed === 0 && cutBytes === 0) continue;
    cleaned[field] = shown;
    const { serverId, serverToolName } = tool;
    changes.push({ serverId, serverToolName, field, removedCharacters: removed, cutBytes });
  }
  return { tool: changes.length === 0 ? tool : { ...tool, ...cleaned }, changes };
}
