export { McpUiWidget } from "./mcp-ui-widget.ts";
export { McpView, type McpViewHandler, type McpViewHandlers, type McpViewProps } from "./mcp-view.ts";
