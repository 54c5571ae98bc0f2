export { checkLink, type LinkVerdict, type OptionalLinkScheme } from "./check-link.ts";
export {
  type McpUiFrameAttributes,
  type McpUiWidgetProps,
  mcpUiFrameAttributes,
} from "./mcp-ui-frame-attributes.ts";
export { resolveWidgetSrc } from "./resolve-widget-src.ts";
export { sanitizeSandbox } from "./sanitize-sandbox.ts";
export type { ViewClock } from "./view-clock.ts";
