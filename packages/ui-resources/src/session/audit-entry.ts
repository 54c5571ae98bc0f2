/** What became of a message, a request or a decision. */
export type ViewAuditOutcome =
  | "accepted"
  /** Answered with an error, or ignored, by a rule of the session. */
  | "refused"
  /** Thrown away without an answer. */
  | "dropped"
  | "approved"
  | "denied"
  | "settled"
  | "failed"
  | "timed-out"
  | "cancelled";

/** Why something was refused or dropped. */
export type ViewAuditRule =
  | "not-json-rpc"
  | "too-large"
  | "unreadable"
  | "reserved-method"
  | "unknown-method"
  | "not-initialized"
  | "already-initialized"
  | "bad-initialize"
  | "closing"
  | "ended"
  | "no-handler"
  | "draft"
  | "invalid-params"
  | "unknown-tool"
  | "visibility"
  | "approval"
  | "scheme"
  | "resource-scope"
  | "modality"
  | "display-mode"
  | "rate"
  | "pending"
  | "duplicate-id"
  | "unknown-id"
  | "order";

/** A line of a log: names and sizes, never arguments, results or texts. Plain data. */
export interface ViewAuditEntry {
  /** In the events' clock. */
  readonly atMs: number;
  readonly instance: string;
  readonly serverId: string;
  readonly direction: "from-view" | "to-view" | "host";
  /** The method or the event, shortened to 64 characters. */
  readonly what: string;
  readonly outcome: ViewAuditOutcome;
  readonly rule?: ViewAuditRule;
  /** For calls of tools, shortened to 128 characters. */
  readonly tool?: string;
  readonly bytes?: number;
}
