import type { JsonRpcMessage, McpWire, McpWireHandlers } from "@x/mcp-core";

/** Lets another protocol client speak on the wire of an exchange for a while, under ids of its own. */
export interface McpWireTap {
  /** Hands everything that is not an answer to the exchange to `handlers`, until the returned function is called. */
  open(handlers: Pick<McpWireHandlers, "message" | "lost" | "closed">): () => void;
  readonly send: McpWire["send"];
  readonly setProtocolVersion: NonNullable<McpWire["setProtocolVersion"]>;
}

/** The receiving side of a tap: each returns true where the tap took the message. */
export interface TapReceiver {
  readonly tap: McpWireTap;
  message(message: JsonRpcMessage): boolean;
  lost: McpWireHandlers["lost"];
  closed: McpWireHandlers["closed"];
}

/** Makes the tap of a wire. At most one is open at a time. */
export function createTap(wire: McpWire): TapReceiver {
  let handlers: Pick<McpWireHandlers, "message" | "lost" | "closed"> | undefined;
  return {
    tap: {
      open(next) {
        if (handlers !== undefined) throw new TypeError("The tap of this exchange is open already.");
        handlers = next;
        return () => {
          if (handlers === next) handlers = undefined;
        };
      },
      send: (message, options) => wire.send(message, options),
      setProtocolVersion: (version) => wire.setProtocolVersion?.(version),
    },
    message(message) {
      handlers?.message(message);
      return handlers !== undefined;
    },
    lost: (id, loss) => handlers?.lost(id, loss),
    closed: (change) => handlers?.closed(change),
  };
}
