import type { JsonObject } from "./json.ts";

/**
 * What is known about a request that failed. `not-sent`: it never left, and may be sent again.
 * `unknown`: it may have run. `answered`: the server answered it.
 */
export type McpOutcome = "not-sent" | "unknown" | "answered";

/** Every code of an {@link McpError}. Closed: a `switch` over it can be exhaustive. */
export type McpErrorCode =
  | "tool_not_found"
  | "invalid_arguments"
  | "invalid_result"
  | "tool_error"
  | "connect_failed"
  | "list_failed"
  | "read_failed"
  | "call_failed"
  | "process_exited"
  | "crash_loop"
  | "auth"
  | "timeout"
  | "cancelled"
  | "config"
  | "limit"
  | "closed"
  | "unsupported";

/** What an {@link McpError} is made of. */
export interface McpErrorInit {
  /** What happened and what to do. Never a secret, an argument or a result. */
  readonly message: string;
  readonly cause?: unknown;
  readonly serverId?: string | undefined;
  readonly toolName?: string | undefined;
  /** True where the same request may succeed later. It says nothing about whether it ran: see `outcome`. */
  readonly retryable?: boolean | undefined;
  readonly outcome?: McpOutcome | undefined;
}

const brand = Symbol.for("@x/mcp-core/McpError");
const inspectKey = Symbol.for("nodejs.util.inspect.custom");

/** The base of every error of this stack. Recognise it with {@link isMcpError}, tell errors apart by `code`. */
export class McpError extends Error {
  readonly code: McpErrorCode;
  readonly serverId: string | undefined;
  readonly toolName: string | undefined;
  readonly retryable: boolean;
  readonly outcome: McpOutcome | undefined;

  constructor(code: McpErrorCode, init: McpErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.code = code;
    this.serverId = init.serverId;
    this.toolName = init.toolName;
    this.retryable = init.retryable ?? false;
    this.outcome = init.outcome;
    Object.defineProperty(this, brand, { value: true });
    // For `console.log` and its like, which by default unfold the cause, whatever it holds.
    Object.defineProperty(this, inspectKey, { value: printed });
  }

  override get name(): string {
    return "McpError";
  }

  /** Plain data for logs. The cause is named, not unfolded: it may hold what must not be logged. */
  toJSON(): JsonObject {
    return {
      name: this.name,
      code: this.code,
      message: this.message,
      retryable: this.retryable,
      ...(this.outcome === undefined ? {} : { outcome: this.outcome }),
      ...(this.serverId === undefined ? {} : { serverId: this.serverId }),
      ...(this.toolName === undefined ? {} : { toolName: this.toolName }),
      ...(this.cause instanceof Error ? { cause: this.cause.name } : {}),
    };
  }
}

/** True for an error of this stack, also when it comes from another copy of the package. */
export function isMcpError(error: unknown): error is McpError {
  return typeof error === "object" && error !== null && (error as Record<symbol, unknown>)[brand] === true;
}

/** The stack, which begins with name and message, and the other plain facts. */
function printed(
  this: McpError,
  _depth: number,
  options: object,
  inspect: (value: unknown, options: object) => string,
): string {
  const { name, message, ...facts } = this.toJSON();
  return `${this.stack ?? `${name}: ${message}`} ${inspect(facts, options)}`;
}
