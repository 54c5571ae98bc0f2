export { McpUiWidget } from "./mcp-ui-widget.ts";
export { McpView, type McpViewHandlers, type McpViewProps } from "./mcp-view.ts";
