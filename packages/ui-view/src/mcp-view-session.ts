import type { UiDocument, UiResourceRecord, ViewTool } from "@x/ui-resources";

/** A tool, as far as a view is concerned with it: as `tools/list` gave it, or as a pool or an SDK made it. */
export interface McpViewTool {
  readonly name: string;
  /** The server's own name of it, where `name` is a pool's. Views call it by this one. */
  readonly serverToolName?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
  readonly _meta?: unknown;
}

/**
 * What one view is about: a record, and the tool call it belongs to. Plain data. Set it again as the call goes on; the
 * frame stays as long as the call (`record.toolCallId`) and the document (its digest) are the same.
 */
export interface McpViewSession {
  readonly record: UiResourceRecord;
  /** The document, where you have read it: its policy, permissions and digest count. Its html is not needed here. */
  readonly document?: Omit<UiDocument, "html"> | undefined;
  /** The tool whose result is shown, as `tools/list` gave it. Default: only the name in the record. */
  readonly tool?: McpViewTool | undefined;
  /** The tools of the same server; of these, views may call those that their visibility names `app`. */
  readonly tools?: readonly McpViewTool[] | undefined;
  /** Shown to the user as the author of the view. Default: the server id of the record. */
  readonly serverName?: string | undefined;
  /** Shown to the user, and to a screen reader as the frame's name. Default: the title or the name of the tool. */
  readonly title?: string | undefined;
  /** Arguments while they are still being written. */
  readonly toolInputPartial?: unknown;
  /** Arguments of the call, once they are known. */
  readonly toolInput?: unknown;
  /** The `CallToolResult`, once there is one. */
  readonly toolResult?: unknown;
  /** Set when the call ended without a result. */
  readonly toolCancelled?: { readonly reason?: string | undefined } | undefined;
  /**
   * The document only wants to be seen, as one that a model wrote: it is shown once a sandbox of `@x/ui-server` has
   * loaded it, though it never speaks MCP Apps. If it does speak, nothing is different. Default false.
   */
  readonly plain?: boolean | undefined;
  /** A `snapshot` of the same view from an earlier time, read back from JSON. */
  readonly restore?: unknown;
}

/** Two sessions of the same identity share one frame; `key` stands in where the call has no id. */
export function viewIdentity({ record, document }: McpViewSession, key: string): string {
  const { serverId, toolCallId, uri } = record;
  return JSON.stringify([serverId, toolCallId ?? key, document?.digest ?? record.digest ?? uri]);
}

/** A tool as a session takes it: an absent field says what `undefined` says. */
export function viewTool(tool: McpViewTool): ViewTool {
  const said = Object.entries(tool).filter(([, value]) => value !== undefined);
  return { name: tool.name, ...Object.fromEntries(said) };
}
