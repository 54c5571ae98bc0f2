import { isMcpError, type McpError } from "@x/mcp-core";
import type { Connection } from "../connection/connection.ts";
import type { FailedOutcome } from "../exchange/outcome-error.ts";
import type { SessionSettings } from "../session-options.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import type { Operation } from "./operation.ts";

/** A request is sent at most so often. */
export const maxSends = 3;

/** How long a connection that took nothing may take to say that it is gone. */
const goneWithinMs = 1_000;

/**
 * Decides whether a failed operation may be sent again: only where it is certain that it did not run, or where the
 * policy and the tool both say that running twice does no harm. Waits until there is a point in it.
 */
export async function mayResend(
  connection: Connection,
  outcome: FailedOutcome,
  operation: Operation,
  parts: { readonly settings: SessionSettings; readonly supervisor: Supervisor },
): Promise<boolean> {
  const { settings, supervisor } = parts;
  switch (outcome.kind) {
    case "not-sent":
      if (outcome.cause instanceof TypeError) return false;
      // HTTP has no connection that could end: a server that cannot be reached is what a drop is there.
      if (connection.wireKind === "http" && isUnreachable(outcome.cause)) {
        supervisor.retire(connection, { reason: "dropped", error: outcome.cause });
        return true;
      }
      // A pipe that breaks says so twice: at the send, and a moment later as a whole.
      return isReplaced(connection, operation, parts);
    case "closed":
      return outcome.change.reason !== "stopped" && mayRunTwice(operation, settings);
    case "lost": {
      const { cause, reason, status } = outcome.loss;
      // The server has forgotten the session (MCP 2025-11-25 basic/transports, "Session Management").
      if (reason === "session-expired") supervisor.retire(connection, { reason, error: cause });
      if (cause.code === "auth" || cause.code === "config") return false;
      if (cause.outcome === "not-sent") return supervisor.connection !== connection;
      return isBroken(cause, status) && mayRunTwice(operation, settings);
    }
    default:
      return false;
  }
}

function mayRunTwice(operation: Operation, settings: SessionSettings): boolean {
  return settings.retryUnknown === "read-only-or-idempotent" && operation.harmlessTwice;
}

/** A stream that broke, as against one that the server ended with a status or that grew over a limit. */
function isBroken(cause: McpError, status: number | undefined): boolean {
  return cause.code !== "limit" && (status === undefined || status < 400);
}

function isUnreachable(cause: unknown): cause is McpError {
  return isMcpError(cause) && cause.code === "connect_failed" && cause.retryable;
}

async function isReplaced(
  connection: Connection,
  operation: Operation,
  { settings, supervisor }: { readonly settings: SessionSettings; readonly supervisor: Supervisor },
): Promise<boolean> {
  await new Promise<void>((resolve) => {
    const disarm = settings.clock.after(Math.min(goneWithinMs, operation.endsAt - supervisor.now()), () => {
      forget();
      resolve();
    });
    const forget = connection.onEnd(() => {
      disarm();
      resolve();
    });
  });
  return connection.ended !== undefined;
}
