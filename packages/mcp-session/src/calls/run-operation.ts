import { type Clock, type JsonObject, McpProtocolError } from "@x/mcp-core";
import type { Connection } from "../connection/connection.ts";
import type { McpExchangeOutcome } from "../exchange/outcome.ts";
import { rpcCodes } from "../negotiate/rpc-codes.ts";
import type { Supervisor } from "../supervisor/supervisor.ts";
import { answerInputRounds, asksForInput } from "./input-rounds.ts";
import { failureContext, type Operation } from "./operation.ts";

/** What running an operation may need besides the connection. */
export interface OperationParts {
  readonly clock: Clock;
  readonly supervisor: Pick<Supervisor, "now">;
  /** Agrees with the server on a revision again. */
  renegotiate(connection: Connection): Promise<void>;
  /** Reads the tool list again. */
  refreshTools(operation: Operation): Promise<unknown>;
}

/**
 * Runs an operation on one connection: sends it, corrects what the server refused unexecuted (the revision, the
 * mirrored headers), each once, and answers what it asks. Fails by outcome, or by error where the answer is final.
 */
export async function runOperation(
  connection: Connection,
  operation: Operation,
  parts: OperationParts,
): Promise<McpExchangeOutcome> {
  const send = (params: JsonObject): Promise<McpExchangeOutcome> =>
    connection.exchange.request(operation.method, params, {
      signal: operation.signal,
      timeoutMs: operation.timeoutMs,
      totalTimeoutMs: operation.endsAt - parts.supervisor.now(),
      meta: operation.meta,
      headers: operation.headers(),
      onProgress: operation.onProgress,
    });
  let outcome = await send(operation.params);
  if (outcome.kind === "rpc-error" && connection.exchange.era === "modern") {
    if (outcome.code === rpcCodes.unsupportedVersion) {
      await parts.renegotiate(connection);
      outcome = await send(operation.params);
    } else if (outcome.code === rpcCodes.headerMismatch && connection.wireKind === "http") {
      await parts.refreshTools(operation);
      outcome = await send(operation.params);
    }
  }
  // In the legacy era a `resultType` is a field like any other.
  if (connection.exchange.era !== "modern") return outcome;
  if (asksForInput(outcome))
    outcome = await answerInputRounds(outcome, operation, { ...parts, connection, send });
  if (outcome.kind === "result") checkResultType(outcome.result, operation);
  return outcome;
}

/** An absent type is `complete`, an unknown one is no result (MCP 2026-07-28 basic, `resultType`). */
function checkResultType({ resultType }: JsonObject, operation: Operation): void {
  if (resultType === undefined || resultType === "complete") return;
  const context = failureContext(operation);
  const type =
    typeof resultType === "string" && /^[\w.-]{1,40}$/.test(resultType) ? `"${resultType}"` : "unknown";
  throw new McpProtocolError({
    ...context,
    code: "unsupported",
    message: `${context.what} was answered with a result of type ${type}, which this client does not support. It may still be running at the server.`,
    outcome: "answered",
  });
}
