import type { McpPhase } from "@x/mcp-core";

/** What the client is doing when it sends a method, for its errors. */
export function phaseOf(method: string | undefined): McpPhase {
  if (method === undefined || method === "initialize" || method === "server/discover") return "connect";
  if (method.startsWith("notifications/")) return "connect";
  if (method.endsWith("/list")) return "list";
  if (method === "resources/read" || method === "prompts/get" || method === "completion/complete")
    return "read";
  return "call";
}
