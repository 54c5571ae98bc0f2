import type { McpStateChange, McpWire } from "@x/mcp-core";
import { notOpenError } from "../pipe/wire-errors.ts";

/** A wire that was over before it began: it says so when it is started. */
export function closedWire(serverId: string, change: Pick<McpStateChange, "reason" | "error">): McpWire {
  return {
    kind: "pipe",
    start: async (handlers) => handlers.closed(change),
    send: async () => {
      throw notOpenError(serverId);
    },
    close: async () => {},
  };
}
