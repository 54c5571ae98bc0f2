import type { JsonObject } from "@x/mcp-core";
import { defineTool } from "../define-tool.ts";
import { headOf, isContinuation } from "../text/clean-text.ts";
import type { ToolDefinition } from "../tool-definition.ts";
import { checkSize } from "./check-size.ts";
import type { ResultStore } from "./result-store.ts";

/** Options of {@link resultReaderTool}. */
export interface ResultReaderOptions {
  /** Default `read_result`. */
  readonly name?: string;
  /** Longest piece. Default 64 KiB. */
  readonly maxBytes?: number;
}

/** The tool with which an agent reads a stored result in pieces. It only reads. */
export function resultReaderTool(store: ResultStore, options: ResultReaderOptions = {}): ToolDefinition {
  const { name = "read_result", maxBytes = 64 * 1024 } = options;
  checkSize(maxBytes, "a reader of results", "65536");
  return defineTool({
    name,
    description: `Reads a piece of a long tool result, at most ${maxBytes} bytes. The answer says where the next piece starts.`,
    annotations: { readOnlyHint: true },
    inputSchema: {
      type: "object",
      properties: {
        ref: { type: "string", description: "The name that the shortened result gives." },
        offset: { type: "integer", minimum: 0, description: "Where to start, in bytes. Default 0." },
        length: {
          type: "integer",
          minimum: 1,
          maximum: maxBytes,
          description: "How many bytes. Default: as many as it may be.",
        },
      },
      required: ["ref"],
      additionalProperties: false,
    },
    parse: (args) => ({
      ref: typeof args.ref === "string" ? args.ref : "",
      offset: wholeNumber(args, "offset", 0),
      // A character has up to four bytes.
      length: Math.max(4, Math.min(wholeNumber(args, "length", maxBytes), maxBytes)),
    }),
    async execute({ ref, offset, length }) {
      // A few bytes more, to see whether there is more and to end with a whole character.
      const bytes = await store.read(ref, { offsetBytes: offset, lengthBytes: length + 4 });
      let start = 0;
      while (start < bytes.length && isContinuation(bytes[start])) start++;
      const text = headOf(bytes.subarray(start), length);
      const used = start + new TextEncoder().encode(text).length;
      const after =
        used >= bytes.length ? "end of the result" : `the next piece starts at offset ${offset + used}`;
      return `${text}\n[${after}]`;
    },
  });
}

function wholeNumber(args: JsonObject, key: string, fallback: number): number {
  const value = args[key];
  if (value === undefined || value === null) return fallback;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
  throw new Error(`${key} must be a whole number that is not negative.`);
}
