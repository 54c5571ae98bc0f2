import type { JsonObject, McpError } from "@x/mcp-core";
import type { Connection } from "../connection/connection.ts";
import { type FailedOutcome, outcomeError } from "../exchange/outcome-error.ts";
import type { SessionSettings } from "../session-options.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import type { WaitOptions } from "../supervisor/waiters.ts";
import { failureContext, type Operation } from "./operation.ts";
import { maxSends, mayResend } from "./resend.ts";
import { type OperationParts, runOperation } from "./run-operation.ts";

/** What performing an operation needs. */
export type PerformParts = OperationParts & {
  readonly settings: SessionSettings;
  readonly supervisor: Supervisor;
};

/** Performs an operation on whatever connection there is, and on the next one where that is safe. */
export async function perform(operation: Operation, parts: PerformParts): Promise<JsonObject> {
  const { supervisor } = parts;
  let failure: FailedOutcome | undefined;
  for (let sends = 1; ; sends++) {
    const connection = supervisor.connection ?? (await nextConnection(operation, supervisor, failure));
    const outcome = await runOperation(connection, operation, parts);
    if (outcome.kind === "result") return outcome.result;
    const again = await mayResend(connection, outcome, operation, parts);
    if (!again || sends >= maxSends) throw toError(outcome, operation);
    failure = outcome;
  }
}

/** Waits for a connection. Where none comes, what is known of an earlier send is what is known of the operation. */
async function nextConnection(
  operation: Operation,
  supervisor: Supervisor,
  failure: FailedOutcome | undefined,
): Promise<Connection> {
  try {
    return await supervisor.connected(waitFor(operation, supervisor));
  } catch (error) {
    throw failure === undefined || isUnsent(failure) ? error : toError(failure, operation);
  }
}

function isUnsent(failure: FailedOutcome): boolean {
  return (
    failure.kind === "not-sent" || (failure.kind === "lost" && failure.loss.cause.outcome === "not-sent")
  );
}

/** How an operation waits for a connection: as long as it would wait for progress, within its total time. */
export function waitFor(
  operation: Pick<
    Operation,
    "method" | "timeoutMs" | "endsAt" | "signal" | "toolName" | "phase" | "serverId"
  >,
  supervisor: Pick<Supervisor, "now">,
): WaitOptions {
  const { timeoutMs, endsAt, signal, toolName, phase } = operation;
  return {
    what: failureContext(operation).what,
    phase,
    toolName,
    signal,
    deadline: "call",
    timeoutMs: Math.max(0, Math.min(timeoutMs, endsAt - supervisor.now())),
  };
}

function toError(outcome: FailedOutcome, operation: Operation): McpError {
  // Later sends got what was left of the total time; the error names what the caller asked for.
  const total = outcome.kind === "timeout" && outcome.deadline === "total";
  const named = total ? { ...outcome, timeoutMs: operation.totalTimeoutMs } : outcome;
  return outcomeError(named, failureContext(operation));
}
