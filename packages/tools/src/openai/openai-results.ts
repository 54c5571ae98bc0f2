import type { McpToolResult } from "@x/mcp-core";
import { mediaNote, type ResultPart, resultParts } from "../format/result-part.ts";

type Media = Exclude<ResultPart, { type: "text" }>;

/** A message of the Chat Completions API. */
export type OpenAiChatMessage =
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string }
  | { readonly role: "user"; readonly content: readonly OpenAiChatPart[] };

/** A part of a user's message of the Chat Completions API. */
export type OpenAiChatPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } }
  | {
      readonly type: "input_audio";
      readonly input_audio: { readonly data: string; readonly format: "wav" | "mp3" };
    }
  | { readonly type: "file"; readonly file: { readonly filename: string; readonly file_data: string } };

/** An item of the Responses API. */
export type OpenAiResponsesItem =
  | {
      readonly type: "function_call_output";
      readonly call_id: string;
      readonly output: string | readonly OpenAiResponsesPart[];
    }
  | { readonly type: "message"; readonly role: "user"; readonly content: readonly OpenAiResponsesPart[] };

/** A part of an item of the Responses API. */
export type OpenAiResponsesPart =
  | { readonly type: "input_text"; readonly text: string }
  | { readonly type: "input_image"; readonly image_url: string; readonly detail: "auto" }
  | {
      readonly type: "input_audio";
      readonly input_audio: { readonly data: string; readonly format: "wav" | "mp3" };
    }
  | { readonly type: "input_file"; readonly filename: string; readonly file_data: string };

const imageTypes = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);

/**
 * The messages that answer tool calls in the Chat Completions API, in the order the API wants: all tool messages, which
 * take text alone, then one user message with the media of all of them.
 */
export function toOpenAiChatMessages(results: readonly McpToolResult[]): readonly OpenAiChatMessage[] {
  const media: OpenAiChatPart[] = [];
  const answers = results.map((result): OpenAiChatMessage => {
    const texts = resultParts(result).map((part) => {
      if (part.type === "text") return part.text;
      const shown = chatPart(part);
      if (shown === undefined) return mediaNote(part);
      media.push({ type: "text", text: `${part.fileName}, of the tool call ${result.toolCallId}:` }, shown);
      return `[${part.type} ${part.fileName}, ${part.mediaType}: in the next message]`;
    });
    return { role: "tool", tool_call_id: result.toolCallId, content: withError(result, texts.join("\n")) };
  });
  return media.length === 0 ? answers : [...answers, { role: "user", content: media }];
}

/**
 * The items that answer tool calls in the Responses API. Images and files stand in the output of their call; audio,
 * which that cannot hold, follows in a message.
 */
export function toOpenAiResponsesItems(results: readonly McpToolResult[]): readonly OpenAiResponsesItem[] {
  const audio: OpenAiResponsesPart[] = [];
  const answers = results.map((result): OpenAiResponsesItem => {
    const parts = resultParts(result).map((part): OpenAiResponsesPart => {
      if (part.type === "text") return { type: "input_text", text: part.text };
      const shown = responsesPart(part);
      if (shown === undefined) return { type: "input_text", text: mediaNote(part) };
      if (shown.type !== "input_audio") return shown;
      audio.push(
        { type: "input_text", text: `${part.fileName}, of the tool call ${result.toolCallId}:` },
        shown,
      );
      return {
        type: "input_text",
        text: `[${part.type} ${part.fileName}, ${part.mediaType}: in the next message]`,
      };
    });
    const text = parts.every((part) => part.type === "input_text")
      ? parts.map((part) => part.text).join("\n")
      : undefined;
    const marked: readonly OpenAiResponsesPart[] = result.isError
      ? [{ type: "input_text", text: "Error:" }, ...parts]
      : parts;
    const output = text === undefined ? marked : withError(result, text);
    return { type: "function_call_output", call_id: result.toolCallId, output };
  });
  return audio.length === 0 ? answers : [...answers, { type: "message", role: "user", content: audio }];
}

/** The API has no flag for it. */
function withError({ isError }: McpToolResult, text: string): string {
  return isError ? `Error: ${text}` : text;
}

function chatPart(media: Media): OpenAiChatPart | undefined {
  const { type, data, mediaType, fileName } = media;
  const url = `data:${mediaType};base64,${data}`;
  if (type === "image")
    return imageTypes.has(mediaType) ? { type: "image_url", image_url: { url } } : undefined;
  if (type === "audio") return audioPart(media);
  return mediaType === "application/pdf"
    ? { type: "file", file: { filename: fileName, file_data: url } }
    : undefined;
}

function responsesPart(media: Media): OpenAiResponsesPart | undefined {
  const { type, data, mediaType, fileName } = media;
  const url = `data:${mediaType};base64,${data}`;
  if (type === "image")
    return imageTypes.has(mediaType) ? { type: "input_image", image_url: url, detail: "auto" } : undefined;
  if (type === "audio") return audioPart(media);
  return mediaType === "application/pdf"
    ? { type: "input_file", filename: fileName, file_data: url }
    : undefined;
}

function audioPart({ data, mediaType }: Media): Extract<OpenAiChatPart, { type: "input_audio" }> | undefined {
  const format = /wav/.test(mediaType) ? "wav" : /mpeg|mp3/.test(mediaType) ? "mp3" : undefined;
  return format === undefined ? undefined : { type: "input_audio", input_audio: { data, format } };
}
