import type { JsonObject } from "./json.ts";
import { McpError, type McpErrorCode, type McpErrorInit } from "./mcp-error.ts";

/** What the client was doing when the protocol failed. */
export type McpPhase = "connect" | "list" | "read" | "call";

/** The codes an {@link McpProtocolError} can carry. */
export type McpProtocolErrorCode = Extract<
  McpErrorCode,
  | "connect_failed"
  | "list_failed"
  | "read_failed"
  | "call_failed"
  | "process_exited"
  | "crash_loop"
  | "limit"
  | "closed"
  | "unsupported"
>;

/** What an {@link McpProtocolError} is made of. */
export interface McpProtocolErrorInit extends McpErrorInit {
  readonly phase: McpPhase;
  /** Default: the code of the phase, such as `call_failed`. */
  readonly code?: McpProtocolErrorCode;
  /** The code of a JSON-RPC error the server answered with. */
  readonly rpcCode?: number | undefined;
  /** The text of that error: the server's own words, which may repeat arguments. */
  readonly rpcMessage?: string | undefined;
  /** The `data` of that error. */
  readonly rpcData?: unknown;
  /** HTTP status, where there is one. */
  readonly status?: number | undefined;
  /** When the server wants to be asked again (RFC 9110 10.2.3). */
  readonly retryAfterMs?: number | undefined;
  readonly exitCode?: number | undefined;
  /** The signal that ended the process, such as `SIGKILL`. */
  readonly signal?: string | undefined;
  /** The last of what the process wrote to stderr, redacted and bounded. */
  readonly stderrTail?: string | undefined;
}

/** A connect, list, read or call failed in the protocol, or the process behind it died. */
export class McpProtocolError extends McpError {
  readonly phase: McpPhase;
  readonly rpcCode: number | undefined;
  /** What the server said. Untrusted and perhaps confidential, so it is neither printed nor part of `toJSON`. */
  declare readonly rpcMessage: string | undefined;
  /** The `data` it sent along, for the errors that mean something by it; neither printed nor part of `toJSON`. */
  declare readonly rpcData: unknown;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly stderrTail: string | undefined;

  constructor(init: McpProtocolErrorInit) {
    super(init.code ?? `${init.phase}_failed`, init);
    this.phase = init.phase;
    this.rpcCode = init.rpcCode;
    this.status = init.status;
    this.retryAfterMs = init.retryAfterMs;
    this.exitCode = init.exitCode;
    this.signal = init.signal;
    this.stderrTail = init.stderrTail;
    Object.defineProperty(this, "rpcMessage", { value: init.rpcMessage, enumerable: false });
    Object.defineProperty(this, "rpcData", { value: init.rpcData, enumerable: false });
  }

  override get name(): string {
    return "McpProtocolError";
  }

  override toJSON(): JsonObject {
    const { phase, rpcCode, status, retryAfterMs, exitCode, signal, stderrTail } = this;
    const known = Object.entries({ phase, rpcCode, status, retryAfterMs, exitCode, signal, stderrTail });
    return { ...super.toJSON(), ...Object.fromEntries(known.filter(([, value]) => value !== undefined)) };
  }
}
