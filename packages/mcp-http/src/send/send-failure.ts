import { isMcpError, type McpError, type McpOutcome, McpProtocolError } from "@x/mcp-core";
import { targetOf } from "../egress/egress-rules.ts";

/**
 * What a request that failed below HTTP becomes. `not-sent`: no byte of it was written. `unknown`: it was being
 * sent, or had been. Errors of this stack (a refused target) pass as they are.
 */
export function sendFailure(cause: unknown, url: URL, outcome: McpOutcome, what: string): McpError {
  if (isMcpError(cause)) return cause;
  const reason = systemCode(cause);
  const target = targetOf(url);
  const message =
    outcome === "not-sent"
      ? `Could not connect to ${target} (${reason}). Check that the server runs and that the URL is right.`
      : `The connection to ${target} broke (${reason}) ${what}.`;
  return new McpProtocolError({
    phase: outcome === "not-sent" ? "connect" : "call",
    message,
    cause,
    outcome,
    retryable: true,
  });
}

/** Whether the peer reset or closed the connection, as a server does with one it kept open for long enough. */
export function isConnectionReset(error: unknown): boolean {
  return ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"].includes(codeOf(error) ?? "");
}

function systemCode(error: unknown): string {
  const code = codeOf(error);
  if (code !== undefined) return code;
  return error instanceof Error ? error.name : typeof error;
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}
