/** A token bucket: `burst` at once, `perSecond` in the long run. */
export interface ViewRate {
  readonly burst: number;
  readonly perSecond: number;
}

/** The name of a rate among the limits. */
export type ViewRateName = {
  [K in keyof ViewSessionLimits]: ViewSessionLimits[K] extends ViewRate ? K : never;
}[keyof ViewSessionLimits];

/** Limits of a session; each has a default, see {@link defaultViewLimits}. */
export interface ViewSessionLimits {
  /** From `started` to `initialized`; `progress` starts it again. */
  readonly initTimeoutMs: number;
  /** How long the host may take for a request of the view. */
  readonly requestTimeoutMs: number;
  /** How long a user may take to decide. */
  readonly approvalTimeoutMs: number;
  /** How long the view may take to answer `ui/resource-teardown`. */
  readonly teardownTimeoutMs: number;
  /** How long the view may take for a tool of its own, or to answer a ping. */
  readonly appRequestTimeoutMs: number;
  /** Requests of the view that the host works on at a time, waiting approvals included. */
  readonly maxPending: number;
  /** Approvals that wait at a time: nobody reads more. */
  readonly maxApprovals: number;
  /** A larger message of the view is refused. */
  readonly maxMessageBytes: number;
  readonly maxArgumentsBytes: number;
  /** For `ui/message`, and for one log entry. */
  readonly maxChatBytes: number;
  /** For `ui/update-model-context`. */
  readonly maxContextBytes: number;
  /** For what goes to the view: arguments, the result of its tool, answers. */
  readonly maxResultBytes: number;
  /** Largest size a view is given, in CSS pixels. */
  readonly maxWidthPx: number;
  readonly maxHeightPx: number;
  /** The tools that a view may offer (draft). */
  readonly maxAppTools: number;
  /** Messages over a rate that are dropped before the session ends with `flood`. */
  readonly maxDropped: number;
  readonly messages: ViewRate;
  /** The same in bytes. */
  readonly bytes: ViewRate;
  readonly toolCalls: ViewRate;
  /** For calls that somebody has to decide on: nobody must be worn down. */
  readonly approvals: ViewRate;
  readonly reads: ViewRate;
  readonly links: ViewRate;
  readonly chats: ViewRate;
  readonly contexts: ViewRate;
  readonly logs: ViewRate;
  readonly sizes: ViewRate;
  readonly displayModes: ViewRate;
  readonly downloads: ViewRate;
  readonly samplings: ViewRate;
  /** For `notifications/tools/list_changed` of the view (draft). */
  readonly listChanges: ViewRate;
}

const mebibyte = 1024 * 1024;

/** The limits of a session that names none. */
export const defaultViewLimits: ViewSessionLimits = Object.freeze({
  initTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  approvalTimeoutMs: 300_000,
  teardownTimeoutMs: 1_000,
  appRequestTimeoutMs: 30_000,
  maxPending: 32,
  maxApprovals: 5,
  maxMessageBytes: 8 * mebibyte,
  maxArgumentsBytes: mebibyte,
  maxChatBytes: 64 * 1024,
  maxContextBytes: 256 * 1024,
  maxResultBytes: 16 * mebibyte,
  maxWidthPx: 10_000,
  maxHeightPx: 10_000,
  maxAppTools: 50,
  maxDropped: 2_000,
  messages: { burst: 200, perSecond: 100 },
  bytes: { burst: 32 * mebibyte, perSecond: 4 * mebibyte },
  toolCalls: { burst: 20, perSecond: 5 },
  approvals: { burst: 10, perSecond: 0.5 },
  reads: { burst: 20, perSecond: 5 },
  links: { burst: 3, perSecond: 0.2 },
  chats: { burst: 3, perSecond: 0.2 },
  contexts: { burst: 20, perSecond: 5 },
  logs: { burst: 50, perSecond: 20 },
  sizes: { burst: 20, perSecond: 10 },
  displayModes: { burst: 5, perSecond: 1 },
  downloads: { burst: 2, perSecond: 0.2 },
  samplings: { burst: 2, perSecond: 0.1 },
  listChanges: { burst: 3, perSecond: 0.5 },
});
