import { type McpPhase, McpProtocolError } from "@x/mcp-core";

/** Why nothing is started by itself. */
export type Refusal = "stopped" | "crash-loop" | "sandbox-closed";

const reasons: Readonly<Record<Refusal, string>> = {
  stopped: "the transport was stopped. Make a new one",
  "crash-loop":
    "its process exited too often in a short time. Look at its stderr, then call connect() to start it again",
  "sandbox-closed": "its sandbox was closed. Call connect() to start it again",
};

/** The error of a request to a server that is not started. */
export function refusalError(
  refusal: Refusal,
  context: {
    readonly phase: McpPhase;
    readonly what: string;
    readonly serverId: string;
    readonly toolName?: string | undefined;
    readonly cause?: unknown;
  },
): McpProtocolError {
  return new McpProtocolError({
    ...context,
    code: refusal === "crash-loop" ? "crash_loop" : "closed",
    message: `${context.what} was not sent: server "${context.serverId}" does not run, ${reasons[refusal]}.`,
    outcome: "not-sent",
  });
}
