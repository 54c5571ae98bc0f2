import { type JsonObject, type McpQuarantinedTool, readPages } from "@x/mcp-core";
import { type InspectionRules, inspectTool, type UsableTool } from "./inspect-tool.ts";

/** A tool list as it was read: what can be called, what cannot, and what was odd. */
export interface ToolList {
  readonly usable: ReadonlyMap<string, UsableTool>;
  readonly quarantined: readonly McpQuarantinedTool[];
  /** About the list as a whole: its pages. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/** The list of a server that has no tools. */
export const emptyToolList: ToolList = { usable: new Map(), quarantined: [], warnings: [] };

/** Reads every page and looks at each tool on its own: one bad tool costs one tool. */
export async function readToolList(
  fetchPage: (params: JsonObject) => Promise<JsonObject>,
  rules: InspectionRules & { readonly maxPages: number },
): Promise<ToolList> {
  const { items, warnings } = await readPages("tools", fetchPage, rules);
  const usable = new Map<string, UsableTool>();
  const quarantined: McpQuarantinedTool[] = [];
  for (const item of items) {
    const inspected = inspectTool(item, usable, rules);
    if ("tool" in inspected) usable.set(inspected.tool.name, inspected);
    else quarantined.push({ serverId: rules.serverId, ...inspected });
  }
  return { usable, quarantined, warnings };
}
