import type { McpContent, McpToolResult } from "@x/mcp-core";
import { readMedia } from "./read-media.ts";

/** A piece of a result on its way to a model. Text is text, and media are media: base64 never becomes text. */
export type ResultPart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image" | "audio" | "file";
      /** Base64. */
      readonly data: string;
      readonly mediaType: string;
      readonly fileName: string;
    };

/**
 * The parts of a result, in its order. Structured content is text where the blocks do not say the same already; a
 * link is a line of text; an embedded resource is its text, or a file.
 */
export function resultParts(result: McpToolResult): readonly ResultPart[] {
  const parts = result.content.map(partOf);
  const { structuredContent } = result;
  if (structuredContent === undefined || saysTheSame(result.content, structuredContent)) return parts;
  return [...parts, { type: "text", text: JSON.stringify(structuredContent) }];
}

function partOf(block: McpContent): ResultPart {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "image":
    case "audio":
      return media(block.data, block.mimeType, block.type);
    case "resource_link": {
      const { uri, title, name, mimeType, description } = block;
      const about = [title ?? name, mimeType, description].filter((text) => text !== undefined).join(", ");
      return { type: "text", text: `[link to ${uri}${about === "" ? "" : ` (${about})`}]` };
    }
    case "resource": {
      const { uri, mimeType, text, blob } = block.resource;
      if (text !== undefined) return { type: "text", text: `[resource ${uri}]\n${text}` };
      if (blob === undefined) return { type: "text", text: `[resource ${uri}, empty]` };
      return media(blob, mimeType ?? "application/octet-stream", uri);
    }
    default:
      return {
        type: "text",
        text: `[a block of the kind ${JSON.stringify(block.block.type ?? "unknown")} that cannot be shown]`,
      };
  }
}

function media(data: string, declared: string, source: string): ResultPart {
  const read = readMedia(data, declared);
  const fileName = fileNameOf(source, read.mediaType);
  if (read.data === undefined)
    return { type: "text", text: `[${fileName}, ${read.mediaType}: its data is empty or no base64]` };
  const [kind] = read.mediaType.split("/");
  const type = kind === "image" || kind === "audio" ? kind : "file";
  return { type, data: read.data, mediaType: read.mediaType, fileName };
}

/** Only what a file name may hold anywhere, and an extension by its type. */
function fileNameOf(source: string, mediaType: string): string {
  const last = source.split(/[/\\?#]/).findLast((part) => part !== "") ?? "file";
  const name = last.replace(/[^\w.-]+/g, "_").slice(-64);
  const extension = /\/(?:x-)?([a-z0-9]+)/.exec(mediaType)?.[1] ?? "bin";
  return name.includes(".") ? name : `${name}.${extension}`;
}

/** A server that answers with structured content should repeat it as text (MCP server/tools); once is enough. */
function saysTheSame(content: readonly McpContent[], structured: unknown): boolean {
  const wanted = JSON.stringify(structured);
  return content.some((block) => {
    if (block.type !== "text" || !/^\s*[[{"\dtfn-]/.test(block.text)) return false;
    if (block.text === wanted) return true;
    try {
      return JSON.stringify(JSON.parse(block.text)) === wanted;
    } catch {
      // Text that is no JSON says something else.
      return false;
    }
  });
}

/** A line that says what a piece of media is. */
export function mediaLine({
  type,
  data,
  mediaType,
  fileName,
}: Exclude<ResultPart, { type: "text" }>): string {
  const bytes = Math.floor((data.replace(/=+$/, "").length * 3) / 4);
  return `[${type} ${fileName}, ${mediaType}, ${bytes} bytes]`;
}

/** In the place of media that a provider does not take. */
export function mediaNote(part: Exclude<ResultPart, { type: "text" }>): string {
  return `${mediaLine(part).slice(0, -1)}: it cannot be shown to this model]`;
}
