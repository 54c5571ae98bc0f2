import { isJsonObject } from "./json.ts";
import type { McpRequestOptions, McpTransportPort } from "./port.ts";

/** What is being completed: an argument of a prompt, or of a resource template. */
export type CompletionReference =
  | { readonly type: "ref/prompt"; readonly name: string }
  | { readonly type: "ref/resource"; readonly uri: string };

/** The values a server suggests for an argument that is being typed (MCP server/utilities/completion). */
export async function complete(
  port: Pick<McpTransportPort, "request">,
  ref: CompletionReference,
  argument: { readonly name: string; readonly value: string },
  options?: McpRequestOptions,
): Promise<readonly string[]> {
  const { completion } = await port.request("completion/complete", { ref, argument }, options);
  const values: unknown = isJsonObject(completion) ? completion.values : undefined;
  return Array.isArray(values) ? values.filter((value): value is string => typeof value === "string") : [];
}
