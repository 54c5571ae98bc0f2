export { extractMcpUiResources, type McpUiResourceContext } from "./extract-mcp-ui-resources.ts";
export type { McpUiResource } from "./ui-resource.ts";
export { isUiUri } from "./ui-uri.ts";
