import { toAiSdkOutput } from "@x/tools/ai-sdk";
import { toAnthropicToolResult } from "@x/tools/anthropic";
import { toOpenAiChatMessages, toOpenAiResponsesItems } from "@x/tools/openai";
import { describe, expect, it } from "vitest";
import { mediaContent, pdf, png, resultOf, wav } from "../fixtures/media-result.ts";

const result = resultOf({ content: mediaContent, structuredContent: { total: 1 } });
const link = "[link to https://example.com/report (report, text/html)]";
const notes = "[resource file:///out/notes.txt]\nnotes";

/** Every string that a model reads as text. */
function texts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(texts);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (typeof inner === "string") return ["text", "content", "output", "value"].includes(key) ? [inner] : [];
    return texts(inner);
  });
}

describe("a result with everything in it", () => {
  const forms = {
    "Chat Completions": toOpenAiChatMessages([result]),
    Responses: toOpenAiResponsesItems([result]),
    Anthropic: toAnthropicToolResult(result),
    "AI SDK": toAiSdkOutput(result),
  };

  it.each(Object.entries(forms))("has no base64 in a text of %s", (_name, form) => {
    const all = texts(form).join("\n");
    for (const data of [png, wav, pdf]) expect(all).not.toContain(data.slice(0, 20));
    expect(all).toContain(link);
    expect(all).toContain("notes");
    expect(all).toContain('{"total":1}');
  });

  it("is a tool message and a user message with the media for Chat Completions", () => {
    const [tool, user, ...rest] = forms["Chat Completions"];
    expect(rest).toEqual([]);
    expect(tool).toMatchObject({ role: "tool", tool_call_id: "c1" });
    expect(user).toMatchObject({
      role: "user",
      content: [
        { type: "text" },
        { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } },
        { type: "text" },
        { type: "input_audio", input_audio: { data: wav, format: "wav" } },
        { type: "text" },
        { type: "file", file: { filename: "report.pdf", file_data: `data:application/pdf;base64,${pdf}` } },
      ],
    });
  });

  it("is one output with its media for Responses, and audio in a message after it", () => {
    expect(forms.Responses).toMatchObject([
      {
        type: "function_call_output",
        call_id: "c1",
        output: [
          { type: "input_text", text: "here:" },
          { type: "input_image", image_url: `data:image/png;base64,${png}` },
          { type: "input_text" },
          { type: "input_text", text: link },
          { type: "input_file", filename: "report.pdf", file_data: `data:application/pdf;base64,${pdf}` },
          { type: "input_text", text: notes },
          { type: "input_text", text: '{"total":1}' },
        ],
      },
      { type: "message", role: "user", content: [{ type: "input_text" }, { type: "input_audio" }] },
    ]);
  });

  it("is one block with its media for Anthropic, which takes no audio", () => {
    expect(forms.Anthropic).toEqual({
      type: "tool_result",
      tool_use_id: "c1",
      content: [
        { type: "text", text: "here:" },
        { type: "image", source: { type: "base64", media_type: "image/png", data: png } },
        {
          type: "text",
          text: expect.stringMatching(/^\[audio audio\.wav, audio\/wav, \d+ bytes: it cannot be shown/),
        },
        { type: "text", text: link },
        {
          type: "document",
          source: { type: "base64", media_type: "application/pdf", data: pdf },
          title: "report.pdf",
        },
        { type: "text", text: notes },
        { type: "text", text: '{"total":1}' },
      ],
    });
  });

  it("is parts for the AI SDK", () => {
    expect(forms["AI SDK"]).toMatchObject({
      type: "content",
      value: [
        { type: "text" },
        { type: "image-data", data: png, mediaType: "image/png" },
        { type: "file-data", data: wav, mediaType: "audio/wav" },
        { type: "text", text: link },
        { type: "file-data", data: pdf, mediaType: "application/pdf", filename: "report.pdf" },
        { type: "text" },
        { type: "text" },
      ],
    });
  });
});

describe("results of several calls", () => {
  it("come before the message with their media, as Chat Completions wants it", () => {
    const image = { content: [{ type: "image", data: png, mimeType: "image/png" }] };
    const messages = toOpenAiChatMessages([resultOf(image, "c1"), resultOf(image, "c2")]);
    expect(messages.map(({ role }) => role)).toEqual(["tool", "tool", "user"]);
  });
});

describe("structured content", () => {
  it("is not told twice where a server repeats it as text, as it should", () => {
    const once = resultOf({ content: [{ type: "text", text: '{ "a": 1 }' }], structuredContent: { a: 1 } });
    expect(toAiSdkOutput(once)).toEqual({ type: "text", value: '{ "a": 1 }' });
  });

  it("is text where there is nothing else", () => {
    expect(toAiSdkOutput(resultOf({ content: [], structuredContent: { a: 1 } }))).toEqual({
      type: "text",
      value: '{"a":1}',
    });
  });
});

describe("an answer that is an error", () => {
  const failed = resultOf({ content: [{ type: "text", text: "no such file" }], isError: true });

  it("is marked as one in each format", () => {
    expect(toOpenAiChatMessages([failed])).toEqual([
      { role: "tool", tool_call_id: "c1", content: "Error: no such file" },
    ]);
    expect(toOpenAiResponsesItems([failed])).toMatchObject([{ output: "Error: no such file" }]);
    expect(toAnthropicToolResult(failed)).toMatchObject({ is_error: true });
    expect(toAiSdkOutput(failed)).toEqual({ type: "error-text", value: "no such file" });
  });
});

describe("blocks that nobody knows", () => {
  it("are a line that says so, and media of unknown kinds too", () => {
    const tiff = { type: "image", data: "SUkqAAgAAAA=", mimeType: "image/tiff" };
    const odd = resultOf({ content: [{ type: "hologram", data: png }, tiff, 7] });
    const { content } = toAnthropicToolResult(odd);
    expect(content).toHaveLength(3);
    expect(JSON.stringify(content)).not.toContain(png);
    expect(JSON.stringify(content)).not.toContain(tiff.data);
    expect(content.every(({ type }) => type === "text")).toBe(true);
  });
});
