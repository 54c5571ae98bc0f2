/** The id under which client and server agree on MCP Apps (SEP-1865, Extension Identifier). */
export const uiExtensionId = "io.modelcontextprotocol/ui";

/** The MIME type of an MCP App's document (SEP-1865, Content Requirements). */
export const uiMimeType = "text/html;profile=mcp-app";

/** The version of the messages between a view and its host that the session speaks. */
export const uiProtocolVersion = "2026-01-26";
