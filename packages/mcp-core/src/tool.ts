import type { JsonObject } from "./json.ts";

/** A tool as a port lists it. Schemas are the server's own objects, byte for byte. */
export interface McpTool {
  /** What `callTool` of *this* port takes; a pool encodes server and tool into it. */
  readonly name: string;
  /** The server the tool lives on. */
  readonly serverId: string;
  /** The tool's name on that server. */
  readonly serverToolName: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: McpToolAnnotations;
  readonly icons?: readonly JsonObject[];
  readonly _meta?: JsonObject;
}

/** Hints of the server about a tool (MCP server/tools). Untrusted unless the server is trusted. */
export interface McpToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** Why a tool was left out of a list. Anything else that is odd about a tool is a warning, and it stays. */
export type McpQuarantineReason = "name" | "duplicate" | "input-schema" | "header-annotation" | "too-large";

/** A tool of the last list that cannot be called, and why. One bad tool costs one tool. */
export interface McpQuarantinedTool {
  readonly serverId: string;
  readonly name: string | undefined;
  readonly reason: McpQuarantineReason;
  readonly detail: string;
}
