export { defineMcpView } from "./define-mcp-view.ts";
export {
  type McpUiFrameAttributes,
  type McpUiWidgetProps,
  mcpUiFrameAttributes,
} from "./mcp-ui-frame-attributes.ts";
export type { McpViewBroker, McpViewBrokerOptions, McpViewRequest } from "./mcp-view-broker.ts";
export type { McpViewElement, McpViewLimits, McpViewProperties } from "./mcp-view-element.ts";
export type {
  McpViewAuditEntry,
  McpViewError,
  McpViewErrorReason,
  McpViewEventMap,
  McpViewPhase,
  McpViewQuestion,
} from "./mcp-view-events.ts";
export type { McpViewMintContext, McpViewSandbox } from "./mcp-view-sandbox.ts";
export type { McpViewSession, McpViewTool } from "./mcp-view-session.ts";
export type { ViewDownload } from "./read-download.ts";
export { resolveWidgetSrc } from "./resolve-widget-src.ts";
export { sanitizeSandbox } from "./sanitize-sandbox.ts";
export type { ViewClock } from "./view-clock.ts";
export type { ViewLabels } from "./view-labels.ts";
export type { McpViewState } from "./view-shell.ts";
