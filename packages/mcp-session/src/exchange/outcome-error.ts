import {
  isMcpError,
  type McpError,
  type McpLoss,
  type McpOutcome,
  type McpPhase,
  McpProtocolError,
  type McpProtocolErrorCode,
  type McpProtocolErrorInit,
  OperationCancelledError,
  OperationTimeoutError,
} from "@x/mcp-core";
import type { McpExchangeEnd } from "./exchange.ts";
import type { McpExchangeOutcome } from "./outcome.ts";

/** What a failed request was for. */
export interface FailureContext {
  readonly phase: McpPhase;
  /** Begins the message, such as `Tool "x"` or `Listing the tools`. */
  readonly what: string;
  readonly serverId: string;
  readonly toolName?: string | undefined;
}

/** An outcome that is not a result. */
export type FailedOutcome = Exclude<McpExchangeOutcome, { readonly kind: "result" }>;

/** Turns an outcome into the error that tells what happened and what is known about the request. */
export function outcomeError(outcome: FailedOutcome, context: FailureContext): McpError {
  const { what, serverId, toolName } = context;
  switch (outcome.kind) {
    case "rpc-error":
      return new McpProtocolError({
        ...context,
        message: `${what} was answered with the JSON-RPC error ${outcome.code}; the server's text is in \`rpcMessage\`.`,
        rpcCode: outcome.code,
        rpcMessage: outcome.message,
        rpcData: outcome.data,
        outcome: "answered",
      });
    case "malformed":
      return new McpProtocolError({
        ...context,
        message: `${what} was answered with ${outcome.detail}. Report it to whoever made the server.`,
        outcome: "answered",
      });
    case "lost":
      return lossError(outcome.loss, context);
    case "closed":
      return closedError(outcome.change, context, "unknown");
    case "not-sent":
      return notSentError(outcome.cause, context);
    case "timeout":
      return new OperationTimeoutError({
        ...outcome,
        what,
        serverId,
        toolName,
        outcome: outcome.sent ? "unknown" : "not-sent",
      });
    case "aborted":
      return new OperationCancelledError({
        what,
        reason: outcome.reason,
        serverId,
        toolName,
        outcome: outcome.sent ? "unknown" : "not-sent",
      });
  }
}

/** The error of a request whose connection ended. `outcome` is what is known about the request. */
export function closedError(
  change: McpExchangeEnd,
  context: FailureContext,
  outcome: McpOutcome,
): McpProtocolError {
  const stopped = change.reason === "stopped";
  const running = {
    "not-sent": "It was not sent.",
    unknown: "It may have run.",
    answered: "It is not running.",
  };
  const how = stopped ? "the connection was stopped" : describeEnd(change);
  return new McpProtocolError({
    ...context,
    ...processFacts(change.error),
    code: stopped || change.reason === "sandbox-closed" ? "closed" : codeOf(change.error, context.phase),
    // Whether it ran is a question for a call, not for a handshake.
    message: `${context.what} failed: ${how}.${context.phase === "connect" ? "" : ` ${running[outcome]}`}`,
    outcome,
    retryable: !stopped,
    cause: change.error,
  });
}

function describeEnd(change: McpExchangeEnd): string {
  const { exitCode, signal } = processFacts(change.error);
  if (signal !== undefined) return `the server's process was ended by ${signal}`;
  if (exitCode !== undefined) return `the server's process exited with code ${exitCode}`;
  return change.reason === "sandbox-closed" ? "its sandbox was closed" : "the connection to the server ended";
}

function lossError(loss: McpLoss, context: FailureContext): McpError {
  const { cause, status } = loss;
  // Whoever can authorize has to see what authorization said.
  if (cause.code === "auth" || cause.code === "config") return cause;
  const how = status === undefined ? "its stream ended without an answer" : `HTTP status ${status} came`;
  return new McpProtocolError({
    ...context,
    ...processFacts(cause),
    code: codeOf(cause, context.phase),
    message: `${context.what} failed: ${how}. ${cause.message}`,
    status,
    ...refusalFacts(cause),
    outcome: cause.outcome ?? "unknown",
    retryable: cause.retryable,
    cause,
  });
}

function notSentError(cause: unknown, context: FailureContext): McpError {
  if (isMcpError(cause) && (cause.code === "auth" || cause.code === "config")) return cause;
  return new McpProtocolError({
    ...context,
    ...processFacts(cause),
    code: codeOf(cause, context.phase),
    message: `${context.what} was not sent${isMcpError(cause) ? `: ${cause.message}` : "; the reason is in `cause`."}`,
    outcome: "not-sent",
    retryable: isMcpError(cause) && cause.retryable,
    cause,
  });
}

/** Keeps a code that says more than "it failed". */
function codeOf(cause: unknown, phase: McpPhase): McpProtocolErrorCode {
  const code = isMcpError(cause) ? cause.code : undefined;
  switch (code) {
    case "process_exited":
    case "limit":
    case "closed":
    case "unsupported":
      return code;
    default:
      return `${phase}_failed`;
  }
}

/** What a server said when it refused, by shape as below. */
function refusalFacts(cause: McpError): Pick<McpProtocolErrorInit, "rpcCode" | "retryAfterMs"> {
  const { rpcCode, retryAfterMs } = cause as Partial<McpProtocolError>;
  return { rpcCode, retryAfterMs };
}

function processFacts(cause: unknown): Pick<McpProtocolErrorInit, "exitCode" | "signal" | "stderrTail"> {
  if (!isMcpError(cause)) return {};
  // By shape, not by class: the error may come from another copy of the package.
  const { exitCode, signal, stderrTail } = cause as Partial<McpProtocolError>;
  return { exitCode, signal, stderrTail };
}
