import type { JsonObject, McpProgress, McpQuarantinedTool, McpServerInfo, McpTool } from "@x/mcp-core";

/** A call of a tool, and what came of it. */
export interface RecordedCall {
  readonly kind: "call";
  /** As the port takes it. */
  readonly name: string;
  readonly args: JsonObject;
  /** Where the tool lives. */
  readonly serverId: string;
  readonly toolName: string;
  readonly progress?: readonly McpProgress[];
  /** The answer as it came, where there was one. */
  readonly result?: JsonObject;
  readonly error?: JsonObject;
}

/** Any other request. */
export interface RecordedRequest {
  readonly kind: "request";
  readonly method: string;
  readonly params: JsonObject;
  readonly serverId?: string;
  readonly result?: JsonObject;
  readonly error?: JsonObject;
}

/** A list of tools. */
export interface RecordedList {
  readonly kind: "list";
  readonly tools?: readonly McpTool[];
  readonly quarantined?: readonly McpQuarantinedTool[];
  readonly serverInfo?: McpServerInfo;
  readonly error?: JsonObject;
}

/** One exchange with a server, in the order of their answers. */
export type RecordedExchange = RecordedCall | RecordedRequest | RecordedList;

/** A session that was recorded: plain data, of which nothing is secret as far as the redaction went. */
export interface McpRecording {
  readonly version: 1;
  readonly serverId: string;
  readonly exchanges: readonly RecordedExchange[];
}

/** The calls of a recording, or those of one tool, for a test to look at. */
export function recordedCalls(
  recording: Pick<McpRecording, "exchanges">,
  name?: string,
): readonly RecordedCall[] {
  return recording.exchanges.filter(
    (exchange): exchange is RecordedCall =>
      exchange.kind === "call" && (name === undefined || exchange.name === name),
  );
}
