import { extractMcpUiResources, type JsonObject, type McpToolResult } from "@x/mcp";
import type { ResultView } from "../contract/call.ts";
import type { DiagramView } from "../contract/diagram.ts";
import { readDiagrams } from "../diagram/drawio-link.ts";

/** A result as the page shows it: every block, the structured value, the metadata, and the UI it carries. */
export function toResultView(result: McpToolResult, toolMeta?: JsonObject): ResultView {
  const { isError, content, structuredContent, _meta } = result;
  return {
    isError,
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(_meta === undefined ? {} : { _meta }),
    uiResources: extractMcpUiResources(result, toolMeta === undefined ? {} : { toolMeta }),
  };
}

/** The diagrams that draw.io links in the texts of a result carry. */
export function resultDiagrams({ content }: Pick<McpToolResult, "content">): readonly DiagramView[] {
  return content.flatMap((block) => (block.type === "text" ? readDiagrams(block.text) : []));
}
