import {
  isolateHandler,
  type McpContent,
  type McpToolResult,
  type McpTransportPort,
  normaliseResult,
} from "@x/mcp-core";
import { decoratePort } from "../decorator/decorate-port.ts";
import { headOf, tailOf } from "../text/clean-text.ts";
import { checkSize } from "./check-size.ts";
import type { ResultStore } from "./result-store.ts";
import { resultText } from "./result-text.ts";

/** Options of {@link withResultBudget}. */
export interface ResultBudgetOptions {
  /** Keeps whole results; `resultReaderTool(store)` lets the agent read them. */
  readonly store: ResultStore;
  /** Text of a result, in UTF-8. Default 256 KiB. */
  readonly maxBytes?: number;
  /** The reader's name, for the sentence that says how to read the rest. Default `read_result`. */
  readonly readerName?: string;
  /** Hears of each result that was cut, without its content. */
  onCut?(cut: {
    readonly serverId: string;
    readonly toolName: string;
    readonly toolCallId: string;
    readonly bytes: number;
    readonly ref: string;
  }): void;
}

/**
 * A decorator that bounds how much text of a result reaches a prompt: head and tail are kept, the whole is stored, and
 * a sentence between them says how to read it. Media are not touched; `raw` is the whole answer still.
 *
 * @throws ConfigError for a size that is none.
 */
export function withResultBudget(options: ResultBudgetOptions): <P extends McpTransportPort>(port: P) => P {
  if (options.maxBytes !== undefined) checkSize(options.maxBytes, "a budget of results", "262144");
  const onCut = options.onCut && isolateHandler(options.onCut.bind(options));
  const settings = onCut === undefined ? options : { ...options, onCut };
  return (port) =>
    decoratePort(port, (inner) => ({
      callTool: async (name, args, call) => budgeted(await inner.callTool(name, args, call), settings),
    }));
}

/** A result within the budget; the same where it is small enough. */
async function budgeted(result: McpToolResult, options: ResultBudgetOptions): Promise<McpToolResult> {
  const { store, maxBytes = 256 * 1024, readerName = "read_result" } = options;
  const text = resultText(result);
  // A character is at most three bytes for each of its units: most results need no counting.
  if (text.length * 3 <= maxBytes) return result;
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxBytes) return result;
  const ref = await store.put(result);
  const { serverId, toolName, toolCallId, raw } = result;
  options.onCut?.({ serverId, toolName, toolCallId, bytes: bytes.length, ref });
  const note = `\n[… of ${bytes.length} bytes only the beginning and the end are shown. Read the rest with ${readerName}: { "ref": "${ref}", "offset": 0 } …]\n`;
  const share = Math.max(0, Math.floor((maxBytes - new TextEncoder().encode(note).length) / 2));
  const shown = { type: "text", text: `${headOf(bytes, share)}${note}${tailOf(bytes, share)}` } as const;
  const content: readonly McpContent[] = [shown, ...result.content.filter(isMedia)];
  const cut = normaliseResult(
    { content, isError: result.isError, ...(result._meta === undefined ? {} : { _meta: result._meta }) },
    { serverId, toolName, toolCallId },
  );
  // What other layers added, such as the UI of a pooled result, stays.
  const { structuredContent: _, ...rest } = result;
  return { ...rest, content: cut.content, output: cut.output, raw };
}

function isMedia(block: McpContent): boolean {
  if (block.type === "resource")
    return block.resource.text === undefined && block.resource.blob !== undefined;
  return block.type === "image" || block.type === "audio";
}
