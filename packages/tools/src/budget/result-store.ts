import type { McpToolResult } from "@x/mcp-core";

/** Where whole results are kept while an agent works, to be read in pieces. */
export interface ResultStore {
  /** Resolves with the name under which it can be read. It cannot be guessed. */
  put(result: McpToolResult): Promise<string>;
  /**
   * A piece of the result's text in UTF-8; shorter at its end.
   *
   * @throws McpError code `tool_not_found` where there is no such result, or no longer.
   */
  read(
    ref: string,
    options: { readonly offsetBytes: number; readonly lengthBytes: number },
  ): Promise<Uint8Array>;
}
