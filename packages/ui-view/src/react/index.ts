export { mcpUiFrameAttributes } from "../mcp-ui-frame-attributes.ts";
