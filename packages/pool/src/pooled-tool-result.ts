import type { McpTool, McpToolResult } from "@x/mcp-core";
import { extractMcpUiResources, type McpUiResource } from "@x/ui-resources";

/** What a pool's `callTool` resolves with: the whole result, and the UI it carries as data. */
export interface McpPooledToolResult extends McpToolResult {
  /** `ui://` resources of the result and of its tool's declaration; empty where there are none. */
  readonly uiResources: readonly McpUiResource[];
}

/** Adds the UI of a result; the tool's own `_meta` declares the view of an MCP App. */
export function withUiResources(result: McpToolResult, tool: McpTool | undefined): McpPooledToolResult {
  return { ...result, uiResources: mayCarryUi(result, tool) ? uiOf(result, tool) : none };
}

const none: readonly McpUiResource[] = Object.freeze([]);

function uiOf(result: McpToolResult, tool: McpTool | undefined): readonly McpUiResource[] {
  return extractMcpUiResources(result, { toolMeta: tool?._meta });
}

/** Most results are text without `_meta`, and nothing is searched for in them. */
function mayCarryUi({ content, _meta }: McpToolResult, tool: McpTool | undefined): boolean {
  if (_meta !== undefined || tool?._meta !== undefined || !Array.isArray(content)) return true;
  return content.some((block) => block?.type !== "text" && block?.type !== "image");
}
