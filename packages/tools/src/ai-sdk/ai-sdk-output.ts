import type { McpToolResult } from "@x/mcp-core";
import { resultParts } from "../format/result-part.ts";

/** A result as the AI SDK hands it to a model. */
export type AiSdkOutput =
  | { type: "text" | "error-text"; value: string }
  | { type: "content"; value: AiSdkContent[] };

/** A part of it. */
export type AiSdkContent =
  | { type: "text"; text: string }
  | { type: "image-data"; data: string; mediaType: string }
  | { type: "file-data"; data: string; mediaType: string; filename: string };

/** A result for a model: text where it is nothing but text, else parts, with media as media. */
export function toAiSdkOutput(result: McpToolResult): AiSdkOutput {
  const parts = resultParts(result);
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  if (texts.length === parts.length)
    return { type: result.isError ? "error-text" : "text", value: texts.join("\n") };
  const value = parts.map((part): AiSdkContent => {
    if (part.type === "text") return { type: "text", text: part.text };
    const { data, mediaType, fileName } = part;
    return part.type === "image"
      ? { type: "image-data", data, mediaType }
      : { type: "file-data", data, mediaType, filename: fileName };
  });
  return { type: "content", value: result.isError ? [{ type: "text", text: "Error:" }, ...value] : value };
}
