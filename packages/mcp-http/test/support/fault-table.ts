import type { HttpFaultKind } from "@x/mcp-testing";

/** What one call comes to when a fault befalls it. */
export interface FaultRow {
  readonly fault: HttpFaultKind;
  /** The text of the result, or what the error must match. */
  readonly outcome: { readonly text: string } | { readonly error: object };
  /** POSTs of `tools/call` that reach the server. */
  readonly requests: number;
  readonly executions: number;
  /** By which share of the call's deadline it is over. */
  readonly within: number;
  /** The states the transport passes through meanwhile. Default: none. */
  readonly states?: readonly string[];
  /** Where only one era has it. */
  readonly era?: "legacy" | "modern";
}

const soon = 0.25;
const failed = (outcome: string, more: object = {}) => ({
  error: { name: "McpProtocolError", code: "call_failed", phase: "call", outcome, ...more },
});
const answered = { outcome: { text: "hello" }, requests: 1, executions: 1, within: soon };
/** It reached the server once, ran nothing, and came back at once. */
const refused = { requests: 1, executions: 0, within: soon };
const lostUnknown = { outcome: failed("unknown"), requests: 1, within: soon };
const html = { "content-type": "text/html" };

/** Every fault of the scripted server, and what a call makes of it. */
export const faultTable: Readonly<Record<string, FaultRow>> = {
  "a stream cut before the answer": { ...lostUnknown, fault: { kind: "cut-before-answer" }, executions: 1 },
  "a stream ended before the answer": {
    ...lostUnknown,
    fault: { kind: "cut-before-answer", clean: true },
    executions: 1,
  },
  "a connection cut after the answer": { ...answered, fault: { kind: "cut-after-answer" } },
  "a stream left open after the answer": { ...answered, fault: { kind: "stream-stays-open" } },
  "a reset": { ...lostUnknown, fault: { kind: "reset" }, executions: 0 },
  silence: {
    fault: { kind: "hang" },
    outcome: {
      error: { name: "OperationTimeoutError", code: "timeout", deadline: "call", outcome: "unknown" },
    },
    requests: 1,
    executions: 0,
    within: 1.5,
  },
  "a slow answer": { ...answered, fault: { kind: "slow-drip", bytes: 16, pauseMs: 1 }, within: 0.9 },
  "a giant body": {
    fault: { kind: "giant-json", bytes: 64 * 1024 * 1024 },
    outcome: { error: { name: "McpProtocolError", code: "limit", outcome: "answered" } },
    requests: 1,
    executions: 0,
    within: 0.5,
  },
  "a giant event": {
    fault: { kind: "giant-event", bytes: 64 * 1024 * 1024 },
    outcome: { error: { name: "McpProtocolError", code: "limit", outcome: "unknown" } },
    requests: 1,
    executions: 0,
    within: 0.5,
  },
  "a flood of notifications": {
    fault: { kind: "flood", bytes: 8 * 1024 * 1024 },
    outcome: { text: "after the flood" },
    requests: 1,
    executions: 0,
    within: 0.9,
  },
  "lines that end with CR": { ...answered, fault: { kind: "odd-sse", framing: "cr" } },
  "lines that end with CR LF": { ...answered, fault: { kind: "odd-sse", framing: "crlf" } },
  "a byte order mark": { ...answered, fault: { kind: "odd-sse", framing: "bom" } },
  "comments and unknown fields": { ...answered, fault: { kind: "odd-sse", framing: "comments" } },
  "data in many lines": { ...answered, fault: { kind: "odd-sse", framing: "multi-line" } },
  "no blank line at the end": { ...answered, fault: { kind: "odd-sse", framing: "no-blank-line" } },
  "a page": { ...lostUnknown, fault: { kind: "status", status: 200, headers: html }, executions: 0 },
  "no content type": { ...lostUnknown, fault: { kind: "content-type", contentType: "" }, executions: 1 },
  "an empty 200": { ...lostUnknown, fault: { kind: "empty", status: 200 }, executions: 0 },
  "a 202": { ...lostUnknown, fault: { kind: "empty", status: 202 }, executions: 0 },
  "a 204": { ...lostUnknown, fault: { kind: "empty", status: 204 }, executions: 0 },
  "a redirect on the same origin": {
    ...answered,
    fault: { kind: "redirect", status: 307, to: "same" },
    requests: 2,
  },
  "a redirect to another origin": {
    ...refused,
    fault: { kind: "redirect", status: 307, to: "other" },
    outcome: failed("not-sent", { status: 307 }),
  },
  "a 429": {
    ...refused,
    fault: { kind: "status", status: 429, headers: { "retry-after": "7" } },
    outcome: failed("not-sent", { status: 429, retryable: true, retryAfterMs: 7_000 }),
  },
  "a 503 that says when": {
    ...refused,
    fault: { kind: "status", status: 503, headers: { "retry-after": "7" } },
    outcome: failed("not-sent", { status: 503, retryable: true, retryAfterMs: 7_000 }),
  },
  "a 503 that does not": {
    ...refused,
    fault: { kind: "status", status: 503 },
    outcome: failed("unknown", { status: 503, retryable: true }),
  },
  "a 500": {
    ...refused,
    fault: { kind: "status", status: 500 },
    outcome: failed("unknown", { status: 500, retryable: false }),
  },
  "a 413": {
    ...refused,
    fault: { kind: "status", status: 413 },
    outcome: failed("answered", { status: 413 }),
  },
  "a 401": {
    ...refused,
    fault: { kind: "status", status: 401 },
    outcome: {
      error: { name: "McpAuthError", code: "auth", authCode: "auth_required", outcome: "not-sent" },
    },
  },
  "a 403": {
    ...refused,
    fault: { kind: "status", status: 403 },
    outcome: {
      error: { name: "McpAuthError", code: "auth", authCode: "credentials_rejected", httpStatus: 403 },
    },
  },
  "a restart": { ...lostUnknown, fault: { kind: "restart" }, executions: 1 },
  "a stream that can be resumed": {
    ...answered,
    fault: { kind: "cut-and-resume", retryMs: 100, refuseEarly: true },
    era: "legacy",
  },
  "a stream that could be resumed in another era": {
    ...lostUnknown,
    fault: { kind: "cut-and-resume", retryMs: 100 },
    executions: 1,
    era: "modern",
  },
  "a session that is gone (404)": {
    ...answered,
    fault: { kind: "session-gone", status: 404 },
    requests: 2,
    states: ["reconnecting", "connected"],
    era: "legacy",
  },
  "a session that is gone (400)": {
    ...answered,
    fault: { kind: "session-gone", status: 400 },
    requests: 2,
    states: ["reconnecting", "connected"],
    era: "legacy",
  },
};
