import type { JsonObject, McpContent } from "@x/mcp";
import type { ResultView } from "../contract/call.ts";

/** A call whose result has UI: everything that a view is given of it. */
export interface UiCall {
  readonly callId: string;
  readonly serverId: string;
  /** The pool's name of the tool. */
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly result: ResultView;
}

/** A result as its server sent it, made of what is kept of it. */
export function rawResult({ content, isError, structuredContent, _meta }: ResultView): JsonObject {
  return {
    content: content.map(rawBlock),
    isError,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(_meta === undefined ? {} : { _meta }),
  };
}

function rawBlock(block: McpContent): unknown {
  return block.type === "other" ? block.block : block;
}
