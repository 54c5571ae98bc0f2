import { type JsonObject, type McpQuarantinedTool, type McpTool, readPages } from "@x/mcp-core";
import { type InspectionRules, inspectTool, type UsableTool } from "./inspect-tool.ts";
import { jsonSize } from "./json-size.ts";

/** A tool list as it was read: what can be called, what cannot, and what was odd. */
export interface ToolList {
  readonly usable: ReadonlyMap<string, UsableTool>;
  /** The usable ones alone, in the same order. */
  readonly tools: readonly McpTool[];
  /** Those of the usable ones that had something left out. */
  readonly odd: readonly UsableTool[];
  readonly quarantined: readonly McpQuarantinedTool[];
  /** About the list as a whole: its pages. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/** The list of a server that has no tools. */
export const emptyToolList: ToolList = {
  usable: new Map(),
  tools: [],
  odd: [],
  quarantined: [],
  warnings: [],
};

/** So many tools are measured at once: nearly always all of them together are smaller than one may be. */
const measuredAtOnce = 100;

/** Reads every page and looks at each tool on its own: one bad tool costs one tool. */
export async function readToolList(
  fetchPage: (params: JsonObject) => Promise<JsonObject>,
  rules: InspectionRules & { readonly maxPages: number },
): Promise<ToolList> {
  const { items, warnings } = await readPages("tools", fetchPage, rules);
  const usable = new Map<string, UsableTool>();
  const tools: McpTool[] = [];
  const odd: UsableTool[] = [];
  const quarantined: McpQuarantinedTool[] = [];
  let small = false;
  // No loop statement: the engine's strongest compiler takes a hot one on, for more time than the list does.
  items.forEach((item, index) => {
    if (index % measuredAtOnce === 0)
      small = jsonSize(items.slice(index, index + measuredAtOnce)) <= rules.maxToolBytes;
    const inspected = inspectTool(item, usable, rules, small);
    if ("tool" in inspected) {
      tools.push(inspected.tool);
      usable.set(inspected.tool.name, inspected);
      if (inspected.oddities.length > 0) odd.push(inspected);
    } else quarantined.push({ serverId: rules.serverId, ...inspected });
  });
  return { usable, tools, odd, quarantined, warnings };
}
