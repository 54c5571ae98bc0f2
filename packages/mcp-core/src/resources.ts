import type { JsonObject } from "./json.ts";
import { isJsonObject } from "./json.ts";
import { readPages } from "./pages.ts";
import type { McpRequestOptions, McpTransportPort } from "./port.ts";
import type { McpEmbeddedResource } from "./tool-result.ts";

/** All resources a server lists, every page; the objects are the server's own (MCP server/resources). */
export async function listResources(
  port: Pick<McpTransportPort, "request">,
  options?: McpRequestOptions,
): Promise<readonly JsonObject[]> {
  return readList(port, "resources/list", "resources", options);
}

/** All resource templates a server lists, every page (MCP server/resources). */
export async function listResourceTemplates(
  port: Pick<McpTransportPort, "request">,
  options?: McpRequestOptions,
): Promise<readonly JsonObject[]> {
  return readList(port, "resources/templates/list", "resourceTemplates", options);
}

/** Reads one resource: the contents of the answer that have a `uri`. Never cached. */
export async function readResource(
  port: Pick<McpTransportPort, "request">,
  uri: string,
  options?: McpRequestOptions,
): Promise<readonly McpEmbeddedResource[]> {
  const { contents } = await port.request("resources/read", { uri }, options);
  const list: readonly unknown[] = Array.isArray(contents) ? contents : [];
  return list.filter(
    (item): item is McpEmbeddedResource & JsonObject => isJsonObject(item) && typeof item.uri === "string",
  );
}

/** @internal */
export async function readList(
  port: Pick<McpTransportPort, "request">,
  method: string,
  key: string,
  options: McpRequestOptions | undefined,
): Promise<readonly JsonObject[]> {
  const { items } = await readPages(key, (params) => port.request(method, params, options));
  return items.filter(isJsonObject);
}
