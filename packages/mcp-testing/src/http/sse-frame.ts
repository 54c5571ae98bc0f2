import type { SseFraming } from "./http-fault.ts";

/** One event as text: its fields, in the framing asked for. */
export function sseFrame(data: string, framing: SseFraming = "lf", id?: string): string {
  const head = id === undefined ? "" : `id: ${id}\n`;
  switch (framing) {
    case "cr":
      return `${head}event: message\ndata: ${data}\n\n`.replaceAll("\n", "\r");
    case "crlf":
      return `${head}event: message\ndata: ${data}\n\n`.replaceAll("\n", "\r\n");
    case "bom":
      return `\uFEFF${head}data:${data}\n\n`;
    case "comments":
      return `: keep-alive\n\n:\n${head}: another\ndata: ${data}\nunknown: field\n\n: after\n\n`;
    case "multi-line":
      // JSON may break anywhere between its tokens; each line of data is joined by a line feed.
      return `${head}${data
        .replace(/^\{/, "{\n")
        .split("\n")
        .map((line) => `data: ${line}\n`)
        .join("")}\n`;
    case "no-blank-line":
      return `${head}data: ${data}`;
    default:
      return `${head}event: message\ndata: ${data}\n\n`;
  }
}
