/**
 * UI that a server authored, as plain data: it survives `JSON.parse(JSON.stringify(record))`. Extracting it renders
 * nothing; show it only inside a sandboxed frame.
 */
export interface McpUiResource {
  /** `ui://…`, as the server wrote it. Untrusted: never put it into a header or markup unencoded. */
  readonly uri: string;
  /** The same as `uri`: what a widget is given to show. */
  readonly src: string;
  /** `text/html;profile=mcp-app` for an MCP App. */
  readonly mimeType?: string;
  /** The document, where the result carries it. Absent together with `blob`: read it with `resources/read`. */
  readonly text?: string;
  /** The document in base64. */
  readonly blob?: string;
  readonly serverId?: string;
  readonly toolName?: string;
  readonly toolCallId?: string;
}
