import { isMcpError, type McpToolResult, normaliseResult } from "@x/mcp-core";

/**
 * A failure of a call as a result the model can go on from: what happened, whether the tool may have run, and what to
 * do. For errors of this stack its own words; of any other error nothing but that it failed.
 */
export function errorResult(
  error: unknown,
  call: { readonly toolName: string; readonly toolCallId: string },
): McpToolResult {
  const outcomes = {
    "not-sent": "The tool did not run.",
    unknown: "It is not known whether the tool ran; find out before calling it again.",
    answered: "",
  };
  const text = isMcpError(error)
    ? [error.message, error.outcome === undefined ? "" : outcomes[error.outcome]]
        .filter((part) => part !== "")
        .join(" ")
    : `The call of tool "${call.toolName}" failed.`;
  const serverId = isMcpError(error) ? (error.serverId ?? "") : "";
  return normaliseResult({ content: [{ type: "text", text }], isError: true }, { ...call, serverId });
}
