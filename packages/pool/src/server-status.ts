import type { McpError, McpState } from "@x/mcp-core";
import type { McpServerSnapshot } from "./server-snapshot.ts";

/** A server as a row of a status page. */
export interface McpServerStatus {
  readonly name: string;
  readonly state: McpState;
  readonly tools_count: number;
  /** What is wrong with it, in words, with the last line of a process that died; null where nothing is. */
  readonly error: string | null;
}

/** The rows of a pool, without any I/O. */
export function serverStatus(pool: { snapshot(): readonly McpServerSnapshot[] }): readonly McpServerStatus[] {
  return pool.snapshot().map(({ serverId, state, tools, lastError }) => ({
    name: serverId,
    state,
    tools_count: tools,
    error: lastError === undefined ? null : describe(lastError),
  }));
}

const maxLineLength = 200;

/** The tail of stderr is bounded and redacted already. */
function describe(error: McpError & { readonly stderrTail?: string | undefined }): string {
  const last = error.stderrTail?.trim().split("\n").at(-1)?.slice(0, maxLineLength) ?? "";
  return last === "" ? error.message : `${error.message} It said: ${last}`;
}
