import type { JsonObject, McpUiResource } from "@x/mcp";

/** What is known of a view's document. Its HTML goes only to the sandbox origin. */
export interface WidgetDocument {
  readonly uri: string;
  readonly mimeType: string;
  readonly digest: string;
  readonly lengthBytes: number;
  readonly prefersBorder?: boolean;
  readonly domain?: string;
  /** As the server declared them. */
  readonly csp?: JsonObject;
  readonly permissions?: JsonObject;
}

/** Answer of `GET /api/widgets/:callId`: what `<mcp-view>` is given. 404 no such call or no UI, 502 it cannot be read. */
export interface WidgetView {
  readonly callId: string;
  readonly serverId: string;
  readonly record: McpUiResource;
  readonly document: WidgetDocument;
  /** Signed, on the sandbox origin, for this view alone; expires. Ask again for a new one before a reload. */
  readonly sandboxUrl: string;
  /** The tool as its server listed it: `name` is the server's. */
  readonly tool: JsonObject;
  /** The tools of its server that views may call, as listed. */
  readonly tools: readonly JsonObject[];
  readonly toolInput: JsonObject;
  /** The whole `CallToolResult`. */
  readonly toolResult: JsonObject;
  /** What of the declared CSP and permissions was refused, for people. */
  readonly refused: readonly string[];
}

/** Body of `POST /api/widgets/:callId/calls`. A call that must be approved waits, and is told as an `approval` event. */
export interface WidgetCall {
  /** Chosen by the caller; `DELETE /api/calls/<callId>` cancels it. */
  readonly callId: string;
  /** The server's own name of the tool; on the widget's server, and visible to apps. */
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** Answer: the whole `CallToolResult`, or a JSON-RPC error for the view. */
export type WidgetAnswer =
  | { readonly result: JsonObject }
  | { readonly error: { readonly code: number; readonly message: string } };

/** Body of `POST /api/widgets/:callId/read`; the answer is a {@link WidgetAnswer}. */
export interface WidgetRead {
  readonly uri: string;
}

/** Body of `PUT /api/widgets/:callId/context` (`ui/update-model-context`): goes to the model with the next turn. */
export interface WidgetContext {
  readonly content?: readonly JsonObject[];
  readonly structuredContent?: JsonObject;
}
