import type { McpState, McpStateHandler } from "@x/mcp-core";

/** The states of a connection: `McpState` under the name that users of a transport pool know. */
export type McpConnectionState = McpState;

/** Called on each state change: `McpStateHandler` under the name that users of a transport pool know. */
export type McpStateChangeHandler = McpStateHandler;
