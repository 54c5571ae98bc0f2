import type { McpWire } from "@x/mcp-core";
import { createSdkTransport } from "./sdk-channel.ts";
import type { SdkTransport } from "./sdk-transport.ts";

/** Options of {@link toSdkTransport}. */
export interface ToSdkTransportOptions {
  /** Whether closing the transport closes the wire. Default false: the wire stays with whoever opened it. */
  readonly closeWire?: boolean;
}

/**
 * Puts an official `Client` (version 1 or 2) on one of our wires: `client.connect(toSdkTransport(wire))`. One
 * transport for one wire and one connect; the wire must not have been started. Give the Client no `listChanged`
 * option where something else listens on the same wire. Over HTTP a failed request rejects with the SDK's own
 * error classes, and with an `Error` named `UnauthorizedError` for 401 and 403.
 */
export function toSdkTransport(wire: McpWire, options: ToSdkTransportOptions = {}): SdkTransport {
  return createSdkTransport({
    kind: wire.kind,
    start: (handlers) => wire.start({ ...handlers, event: () => {} }),
    send: (message, sendOptions) => wire.send(message, sendOptions),
    setProtocolVersion: (version) => wire.setProtocolVersion?.(version),
    close: async () => {
      if (options.closeWire) await wire.close();
    },
  });
}
