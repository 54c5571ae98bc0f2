import type { JsonObject, McpToolAnnotations } from "@x/mcp";

/** A tool as the page offers it. */
export interface ToolView {
  /** What a call takes: `server__tool`. */
  readonly name: string;
  readonly serverId: string;
  /** The tool's name on its server. */
  readonly serverToolName: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly annotations?: McpToolAnnotations;
  /** Arguments to try it with. */
  readonly example?: JsonObject;
}
