import { type JsonObject, normaliseResult } from "@x/mcp-core";
import { toAiSdkOutput } from "@x/tools/ai-sdk";
import { toAnthropicToolResult } from "@x/tools/anthropic";
import { toOpenAiChatMessages, toOpenAiResponsesItems } from "@x/tools/openai";
import { describe, expect, it } from "vitest";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const starts = {
  "image/png": png,
  "image/jpeg": Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]).toString("base64"),
  "image/gif": Buffer.from("GIF89a\x01\x00\x01\x00", "latin1").toString("base64"),
  "image/webp": Buffer.from("RIFF\x24\x01\x02\x00WEBPVP8 ", "latin1").toString("base64"),
};

function result(block: JsonObject) {
  const about = { serverId: "docs", toolName: "shot", toolCallId: "c1" };
  return normaliseResult({ content: [block] }, about);
}

/** The source of the image that Anthropic is given, which refuses the request where anything about it is wrong. */
function sourceOf(data: string, mimeType: string) {
  const [block] = toAnthropicToolResult(result({ type: "image", data, mimeType })).content;
  return block?.type === "image" ? block.source : block;
}

describe("an image", () => {
  it.each(Object.entries(starts))(
    "that is %s is given as that, whatever the server calls it",
    (type, data) => {
      for (const called of [type, "image/png", "image/jpg", "IMAGE/JPEG; charset=binary", "image/x-odd"])
        expect(sourceOf(data, called)).toEqual({ type: "base64", media_type: type, data });
    },
  );

  it.each([
    ["line breaks", png.replace(/.{20}/g, "$&\r\n")],
    ["a URL before it", `data:image/png;base64,${png}`],
    ["the other alphabet", png.replaceAll("+", "-").replaceAll("/", "_")],
    ["no padding", png.replace(/=+$/, "")],
  ])("with %s is put right", (_name, data) => {
    expect(sourceOf(data, "image/png")).toEqual({ type: "base64", media_type: "image/png", data: png });
  });

  it.each(["", "   ", "no base64!", "A", "ÿÿÿÿ", "https://example.com/a.png"])(
    "whose data is %j is a line of text, and costs no request",
    (data) => {
      const text = { type: "text", text: expect.stringContaining("its data is empty or no base64") };
      expect(sourceOf(data, "image/png")).toEqual(text);
      const bad = result({ type: "image", data, mimeType: "image/png" });
      expect(JSON.stringify(toOpenAiResponsesItems([bad]))).not.toContain("input_image");
      expect(JSON.stringify(toOpenAiChatMessages([bad]))).not.toContain("image_url");
      expect(JSON.stringify(toAiSdkOutput(bad))).not.toContain('"data"');
    },
  );
});

it("sound and documents are known by their other names", () => {
  const wav = result({ type: "audio", data: "UklGRg==", mimeType: "audio/x-wav" });
  expect(JSON.stringify(toOpenAiChatMessages([wav]))).toContain('"format":"wav"');
  const pdf = { uri: "file:///a.pdf", mimeType: "application/x-pdf", blob: "JVBERi0x" };
  const [document] = toAnthropicToolResult(result({ type: "resource", resource: pdf })).content;
  expect(document).toMatchObject({ type: "document", source: { media_type: "application/pdf" } });
});
