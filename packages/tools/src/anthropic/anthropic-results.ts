import type { McpToolResult } from "@x/mcp-core";
import { mediaNote, resultParts } from "../format/result-part.ts";

/** A block of the Messages API that answers a tool call; it stands first in the user's message. */
export interface AnthropicToolResult {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly is_error?: true;
  readonly content: readonly AnthropicResultBlock[];
}

/** A block inside of a {@link AnthropicToolResult}. */
export type AnthropicResultBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly source: AnthropicBase64Source }
  | { readonly type: "document"; readonly source: AnthropicBase64Source; readonly title: string };

/** Data in a block. */
export interface AnthropicBase64Source {
  readonly type: "base64";
  readonly media_type: string;
  readonly data: string;
}

const imageTypes = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);

/**
 * The block that answers a tool call. Images and PDFs are blocks of their own; what the API cannot hold, such as
 * audio, is a line of text that says so.
 */
export function toAnthropicToolResult(result: McpToolResult): AnthropicToolResult {
  const content = resultParts(result).flatMap((part): readonly AnthropicResultBlock[] => {
    // The API refuses empty text.
    if (part.type === "text") return part.text === "" ? [] : [{ type: "text", text: part.text }];
    const source = { type: "base64", media_type: part.mediaType, data: part.data } as const;
    if (imageTypes.has(part.mediaType)) return [{ type: "image", source }];
    if (part.mediaType === "application/pdf") return [{ type: "document", source, title: part.fileName }];
    return [{ type: "text", text: mediaNote(part) }];
  });
  return {
    type: "tool_result",
    tool_use_id: result.toolCallId,
    ...(result.isError ? { is_error: true } : {}),
    content,
  };
}
