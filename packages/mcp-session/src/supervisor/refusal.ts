import { type McpError, McpProtocolError } from "@x/mcp-core";
import type { FailureContext } from "../exchange/outcome-error.ts";

/** Why nothing is started by itself. */
export type Refusal = "stopped" | "crash-loop" | "sandbox-closed";

const reasons: Readonly<Record<Refusal, string>> = {
  stopped: "the transport was stopped. Make a new one",
  "crash-loop":
    "its process exited too often in a short time. Look at its stderr, then call connect() to start it again",
  "sandbox-closed": "its sandbox was closed. Call connect() to start it again",
};

/** The error of a request to a server that is not started. */
export function refusalError(refusal: Refusal, context: FailureContext, cause?: McpError): McpProtocolError {
  const { phase, what, serverId, toolName } = context;
  return new McpProtocolError({
    phase,
    serverId,
    toolName,
    cause,
    code: refusal === "crash-loop" ? "crash_loop" : "closed",
    message: `${what} was not sent: server "${serverId}" does not run, ${reasons[refusal]}.`,
    outcome: "not-sent",
  });
}
