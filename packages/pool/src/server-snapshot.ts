import type { McpError, McpQuarantinedTool, McpServerInfo, McpState } from "@x/mcp-core";

/** What a pool knows about one of its servers, read without any I/O. */
export interface McpServerSnapshot {
  readonly serverId: string;
  readonly state: McpState;
  /** `undefined` until it first connected. */
  readonly serverInfo: McpServerInfo | undefined;
  /** How many of its tools can be called. */
  readonly tools: number;
  /** Tools of its last list that were left out, with the reason. */
  readonly quarantined: readonly McpQuarantinedTool[];
  /** How often it has connected again since its first time. */
  readonly restarts: number;
  /** Why it is not usable, or not wholly; gone once it has connected or listed again. */
  readonly lastError?: McpError;
  /** While it waits to reconnect: when the next attempt starts, in milliseconds since the epoch. */
  readonly nextAttemptAt?: number;
}
