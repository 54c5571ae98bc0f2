import type { JsonObject } from "./json.ts";
import type { McpRequestOptions, McpTransportPort } from "./port.ts";
import { readList } from "./resources.ts";

/** All prompts a server lists, every page; the objects are the server's own (MCP server/prompts). */
export async function listPrompts(
  port: Pick<McpTransportPort, "request">,
  options?: McpRequestOptions,
): Promise<readonly JsonObject[]> {
  return readList(port, "prompts/list", "prompts", options);
}

/** One prompt filled with its arguments: the answer's `description` and `messages`. */
export async function getPrompt(
  port: Pick<McpTransportPort, "request">,
  name: string,
  args: Readonly<Record<string, string>> = {},
  options?: McpRequestOptions,
): Promise<JsonObject> {
  return port.request("prompts/get", { name, arguments: args }, options);
}
