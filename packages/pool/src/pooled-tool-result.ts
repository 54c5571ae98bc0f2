import type { McpTool, McpToolResult } from "@x/mcp-core";
import { extractMcpUiResources, type McpUiResource } from "@x/ui-resources";

/** What a pool's `callTool` resolves with: the whole result, and the UI it carries as data. */
export interface McpPooledToolResult extends McpToolResult {
  /** `ui://` resources of the result and of its tool's declaration; empty where there are none. */
  readonly uiResources: readonly McpUiResource[];
}

/** Adds the UI of a result; the tool's own `_meta` declares the view of an MCP App. */
export function withUiResources(result: McpToolResult, tool: McpTool | undefined): McpPooledToolResult {
  const uiResources = extractMcpUiResources(result, { toolMeta: tool?._meta });
  return { ...result, uiResources };
}
