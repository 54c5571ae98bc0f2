import { isJsonObject, type JsonObject } from "@x/mcp";

/** What of a tool says that its results have UI. */
interface WithMeta {
  readonly _meta?: JsonObject | undefined;
}

/** The URI of the UI that a tool declares (MCP Apps, and the two spellings from before it), if any. */
export function uiUriOf({ _meta = {} }: WithMeta): string | undefined {
  const nested = isJsonObject(_meta.ui) ? _meta.ui.resourceUri : undefined;
  const uri = nested ?? _meta["ui/resourceUri"] ?? _meta["openai/outputTemplate"];
  return typeof uri === "string" && uri.toLowerCase().startsWith("ui://") ? uri : undefined;
}

/** Whether results of a tool have UI. */
export function isUiTool(tool: WithMeta): boolean {
  return uiUriOf(tool) !== undefined;
}
