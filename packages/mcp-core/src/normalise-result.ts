import { isJsonObject, type JsonObject } from "./json.ts";
import type { McpContent, McpToolResult } from "./tool-result.ts";

/** A part of a normalised `output` that is not plain text: `data` is base64 or text, `uri` a reference. */
export interface McpOutputPart {
  readonly contentType: string;
  readonly data?: string;
  readonly uri?: string;
}

/** Where a result came from. */
export interface ResultOrigin {
  readonly serverId: string;
  readonly toolName: string;
  readonly toolCallId: string;
}

/**
 * Turns the result object of a `tools/call` answer into an {@link McpToolResult} and loses nothing on the way:
 * a block that is malformed or unknown is kept as `other`, and `raw` is the object itself. Never throws.
 */
export function normaliseResult(raw: JsonObject, origin: ResultOrigin): McpToolResult {
  const blocks = Array.isArray(raw.content) ? (raw.content as readonly unknown[]) : [];
  const content = blocks.map(toContent);
  const structured = raw.structuredContent;
  const meta = raw._meta;
  const { serverId, toolName, toolCallId } = origin;
  const output = structured === undefined ? toOutput(content) : structured;
  // Written out, not spread: this runs once per call, and spreading costs more than all the rest of it.
  const result = { serverId, toolName, toolCallId, isError: raw.isError === true, output, content, raw };
  if (structured === undefined && !isJsonObject(meta)) return result;
  return {
    ...result,
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(isJsonObject(meta) ? { _meta: meta } : {}),
  };
}

function toContent(block: unknown): McpContent {
  if (!isJsonObject(block)) return { type: "other", block: { value: block } };
  const known = wellFormed(block);
  return known ? (block as unknown as McpContent) : { type: "other", block };
}

/** Only the fields that a reader relies on after narrowing on `type` are checked. */
function wellFormed(block: JsonObject): boolean {
  switch (block.type) {
    case "text":
      return typeof block.text === "string";
    case "image":
    case "audio":
      return typeof block.data === "string" && typeof block.mimeType === "string";
    case "resource_link":
      return typeof block.uri === "string";
    case "resource":
      return isJsonObject(block.resource) && typeof block.resource.uri === "string";
    default:
      return false;
  }
}

function toOutput(content: readonly McpContent[]): unknown {
  if (content.every((block) => block.type === "text")) return content.map((block) => block.text).join("\n");
  return { content: content.map(toPart) };
}

function toPart(block: McpContent): McpOutputPart | JsonObject {
  switch (block.type) {
    case "text":
      return { contentType: "text/plain", data: block.text };
    case "image":
    case "audio":
      return { contentType: block.mimeType, data: block.data };
    case "resource_link":
      return { contentType: block.mimeType ?? "application/octet-stream", uri: block.uri };
    case "resource": {
      const { uri, mimeType, text, blob } = block.resource;
      const data = text ?? blob;
      const fallback = text === undefined ? "application/octet-stream" : "text/plain";
      return { contentType: mimeType ?? fallback, uri, ...(data === undefined ? {} : { data }) };
    }
    default:
      return block.block;
  }
}
