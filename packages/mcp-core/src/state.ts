import type { McpError } from "./mcp-error.ts";

/** The states of a connection. `reconnecting` is a normal state, not an error. `closed` is final. */
export type McpState = "disconnected" | "connecting" | "connected" | "reconnecting" | "closed";

/** Why a connection changed its state. */
export type McpStateReason =
  | "connect"
  | "connected"
  | "connect-failed"
  | "dropped"
  | "process-exited"
  | "session-expired"
  | "auth-required"
  | "crash-loop"
  | "idle"
  | "config-changed"
  | "sandbox-closed"
  | "stopped";

/** One state change. */
export interface McpStateChange {
  readonly state: McpState;
  readonly previous: McpState;
  readonly reason: McpStateReason;
  /** Milliseconds since the epoch, by the port's clock. */
  readonly at: number;
  readonly error?: McpError;
  /** Which attempt of a reconnect this is, from 1. */
  readonly attempt?: number;
  /** When the next attempt starts, from `at`. */
  readonly nextAttemptInMs?: number;
}
