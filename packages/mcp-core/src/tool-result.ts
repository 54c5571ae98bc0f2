import type { JsonObject } from "./json.ts";

/** One block of a tool result (MCP server/tools, "Tool Result"). No block is ever dropped. */
export type McpContent =
  | {
      readonly type: "text";
      readonly text: string;
      readonly annotations?: JsonObject;
      readonly _meta?: JsonObject;
    }
  | {
      readonly type: "image" | "audio";
      /** Base64. */
      readonly data: string;
      readonly mimeType: string;
      readonly annotations?: JsonObject;
      readonly _meta?: JsonObject;
    }
  | {
      readonly type: "resource";
      readonly resource: McpEmbeddedResource;
      readonly annotations?: JsonObject;
      readonly _meta?: JsonObject;
    }
  | {
      readonly type: "resource_link";
      readonly uri: string;
      readonly name?: string;
      readonly title?: string;
      readonly description?: string;
      readonly mimeType?: string;
      readonly annotations?: JsonObject;
      readonly _meta?: JsonObject;
    }
  /** Malformed, or newer than this client: kept whole, so that narrowing on `type` stays sound. */
  | { readonly type: "other"; readonly block: JsonObject };

/** The contents of an embedded resource: `text`, or `blob` in base64. */
export interface McpEmbeddedResource {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
  readonly _meta?: JsonObject;
}

/**
 * The answer of a tool, `isError` included: `callTool` resolves for every answer.
 * Nothing of it is dropped; `raw` is the result object as it came.
 */
export interface McpToolResult {
  readonly serverId: string;
  readonly toolName: string;
  readonly toolCallId: string;
  readonly isError: boolean;
  /** `structuredContent` if present, else the joined text, else `{ content }` of {@link McpOutputPart}s. */
  readonly output: unknown;
  readonly content: readonly McpContent[];
  readonly structuredContent?: unknown;
  readonly _meta?: JsonObject;
  readonly raw: JsonObject;
}
