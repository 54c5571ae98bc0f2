import type { McpEvent } from "./event.ts";
import type { JsonObject } from "./json.ts";
import type { McpServerInfo } from "./server-info.ts";
import type { McpState, McpStateChange } from "./state.ts";
import type { McpQuarantinedTool, McpTool } from "./tool.ts";
import type { McpToolResult } from "./tool-result.ts";

/** Options of every request of a port. */
export interface McpRequestOptions {
  /** Which server of a pool is meant; a single transport ignores it. */
  readonly serverId?: string;
  /** Aborting cancels this request at the server and disturbs nobody else. */
  readonly signal?: AbortSignal;
  /** Time without progress after which the request fails. Default: the transport's (60,000). */
  readonly timeoutMs?: number;
  /** Time after which the request fails whatever progress came. Default: the transport's (600,000). */
  readonly totalTimeoutMs?: number;
}

/** A `notifications/progress` of a running call (MCP basic/utilities/progress). */
export interface McpProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Options of `callTool`. */
export interface McpCallOptions extends McpRequestOptions {
  /** Your id of this call, for events and results. Default: a fresh one. */
  readonly toolCallId?: string;
  /** Extra `_meta` keys of the request, such as `traceparent`. */
  readonly meta?: JsonObject;
  onProgress?(progress: McpProgress): void;
}

/** Called on each state change; `change` says why. */
export type McpStateHandler = (state: McpState, previous: McpState, change: McpStateChange) => void;

/**
 * One MCP server, or a pool of them, behind one interface: whatever takes one transport takes a pool.
 * Methods reject only with `McpError`; see its `outcome` for what is known about the request.
 */
export interface McpTransportPort extends AsyncDisposable {
  readonly serverId: string;
  readonly state: McpState;
  /** `undefined` until the first successful connect; of a pool always `undefined`. */
  readonly serverInfo: McpServerInfo | undefined;
  /** Tools of the last list that were left out, with the reason. */
  readonly quarantined: readonly McpQuarantinedTool[];
  /** Connects (parallel calls share one attempt) and lists the tools. */
  connect(options?: McpRequestOptions): Promise<readonly McpTool[]>;
  /** Drops the connection and makes a new one. In-flight calls fail with what is known about them. */
  reconnect(options?: McpRequestOptions): Promise<readonly McpTool[]>;
  /** Lists the tools; connects when needed, never reconnects a connected server. */
  listTools(options?: McpRequestOptions): Promise<readonly McpTool[]>;
  /** Calls a tool. Resolves for every answer, `isError` included. */
  callTool(name: string, args: JsonObject, options?: McpCallOptions): Promise<McpToolResult>;
  /** Any other request: resources, prompts, completion. Thin helpers such as `readResource` sit on it. */
  request(method: string, params: JsonObject, options?: McpRequestOptions): Promise<JsonObject>;
  on<T extends McpEvent["type"]>(
    type: T,
    handler: (event: Extract<McpEvent, { type: T }>) => void,
  ): () => void;
  /** The same as `on('state')`, in the words of a state machine. */
  onStateChange(handler: McpStateHandler): () => void;
  /** Ends everything and waits for it: no process, socket, timer or listener is left. Idempotent. */
  stop(options?: { readonly graceMs?: number; readonly signal?: AbortSignal }): Promise<void>;
}

/** Telemetry, policy, approval, recording: a port in, a port out. */
export type McpPortDecorator = (port: McpTransportPort) => McpTransportPort;
