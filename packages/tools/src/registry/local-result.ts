import { type JsonObject, type McpToolResult, normaliseResult } from "@x/mcp-core";

/** The server id of tools that live on no server. */
const localServerId = "local";

/** A local tool's return value in the shape of an MCP answer: text for a string, else structured content. */
export function localResult(value: unknown, toolName: string, toolCallId: string): McpToolResult {
  return normaliseResult(rawOf(value), { serverId: localServerId, toolName, toolCallId });
}

/** A local tool's failure as an answer the model can go on from. */
export function localError(error: unknown, toolName: string, toolCallId: string): McpToolResult {
  const text = error instanceof Error && error.message !== "" ? error.message : `${toolName} failed.`;
  const raw = { content: [{ type: "text", text }], isError: true };
  return normaliseResult(raw, { serverId: localServerId, toolName, toolCallId });
}

function rawOf(value: unknown): JsonObject {
  if (value === undefined) return { content: [] };
  if (typeof value === "string") return { content: [{ type: "text", text: value }] };
  // Throws for what JSON cannot write, which is the tool's mistake like any other.
  const text = JSON.stringify(value);
  return { content: [{ type: "text", text }], structuredContent: value };
}
