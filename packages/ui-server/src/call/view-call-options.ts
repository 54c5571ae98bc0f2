import type { McpViewCallRefusal } from "./call-refusal.ts";
import type { McpViewServers, McpViewTool } from "./view-server.ts";

/** A call that a view asked for. Frozen to its depths: what was approved is what is sent. */
export interface McpViewCall {
  readonly serverId: string;
  /** The server's own name of the tool. */
  readonly toolName: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly tool: McpViewTool;
  /** Whether the server says that the tool changes nothing. Believe it as far as you trust the server. */
  readonly isReadOnly: boolean;
  /** Which view asks, where the page says so. */
  readonly instance?: string;
  readonly threadId?: string;
  readonly messageId?: string;
}

/** Decides about a call; `false` denies it. May wait for a person. */
export type McpViewCallApproval = (
  call: McpViewCall,
  context: { readonly request: Request; readonly signal: AbortSignal },
) => boolean | Promise<boolean>;

/** What became of a call. Holds no argument and no result. */
export interface McpViewCallAuditEvent {
  readonly type: "answered" | "refused";
  readonly status: number;
  readonly refusal?: McpViewCallRefusal;
  /** What stands behind the refusal, such as what the server rejected with. */
  readonly cause?: unknown;
  readonly serverId?: string;
  readonly toolName?: string;
  readonly instance?: string;
  readonly threadId?: string;
  readonly messageId?: string;
}

/** Bounds of the handler. */
export interface McpViewCallLimits {
  /** A larger request is answered with 413. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** A result of more characters of JSON is not passed on. Default 10 Mi. */
  readonly maxResultLength?: number;
  /** How long a call may take, approval not counted. Default 60,000. */
  readonly callTimeoutMs?: number;
  /** How many calls of one server may run or wait for approval at a time. Default 16. */
  readonly maxInFlight?: number;
  /** How long a list of tools is used before the server is asked again. Default 10,000. */
  readonly toolListTtlMs?: number;
}

/** Options of {@link createMcpViewCallHandler}. */
export interface McpViewCallHandlerOptions {
  /** The servers whose tools views may call; a function can look at who asks. */
  readonly servers: McpViewServers;
  /** Origins of the pages that may send calls: where this handler is mounted. */
  readonly hostOrigins: readonly string[];
  /** Default: what the server says is read-only is approved, everything else is denied. */
  readonly approve?: McpViewCallApproval;
  /** Checks a proof of your own, such as a token in a header. Default: origin and content type are enough. */
  readonly checkCsrf?: (request: Request) => boolean | Promise<boolean>;
  /** The parameter of the address that names the server. Default `serverId`. */
  readonly serverIdQueryParam?: string;
  readonly limits?: McpViewCallLimits;
  /** Hears of every answer. What it throws rejects the request. */
  readonly onAudit?: (event: McpViewCallAuditEvent) => void;
  /** Milliseconds since 1970. For tests. */
  readonly now?: () => number;
}
