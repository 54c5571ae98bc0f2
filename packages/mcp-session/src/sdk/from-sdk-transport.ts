import {
  type Clock,
  type JsonRpcMessage,
  type McpSendOptions,
  type McpWire,
  type McpWireHandlers,
  systemClock,
} from "@x/mcp-core";
import { asAnswer } from "./refused-answer.ts";
import { endedStream, lossOf, wasNotSent } from "./sdk-failure.ts";
import type { SdkSendOptions, SdkTransportLike } from "./sdk-transport.ts";

/** Options of {@link fromSdkTransport}. */
export interface FromSdkTransportOptions {
  /** Default: `http` where the transport is one of the SDKs' Streamable HTTP transports, else `pipe`. */
  readonly kind?: "pipe" | "http";
  /** Named in events. Default empty. */
  readonly serverId?: string;
  /** Dates events. */
  readonly clock?: Clock;
}

/** What the SDKs' own transports have beside the shape that all share. */
interface Extras {
  readonly hasPerRequestStream?: unknown;
  readonly terminateSession?: unknown;
  readonly sessionId?: unknown;
  readonly pid?: unknown;
}

/**
 * Takes any transport of the official SDKs (version 1 or 2) for a wire: `openWire: async () =>
 * fromSdkTransport(new StdioClientTransport(…))`. One wire for one transport, made anew for every attempt. What
 * the transport cannot do, the wire cannot either: it has no bounds on messages, its `close` may leave
 * grandchildren, and what it refuses to parse is a `warning` event and no answer. Its stderr stays yours. The HTTP
 * transport of version 1 knows the legacy era only: connect it with `era: 'legacy'`.
 */
export function fromSdkTransport(
  transport: SdkTransportLike,
  options: FromSdkTransportOptions = {},
): McpWire {
  const { serverId = "", clock = systemClock() } = options;
  const extras = transport as Extras;
  const kind = options.kind ?? kindOf(extras);
  // Written as the one shape both versions accept; the types of either are narrower.
  const send = (message: JsonRpcMessage, sendOptions?: SdkSendOptions): Promise<void> =>
    transport.send(message as never, sendOptions as never);
  const open = new Set<string | number>();
  let handlers: McpWireHandlers | undefined;
  let closing: Promise<void> | undefined;
  let stopping = false;

  const end = (reason: "stopped" | "dropped" | "process-exited"): void => {
    const current = handlers;
    handlers = undefined;
    open.clear();
    current?.closed({ reason });
  };

  const receive = (message: JsonRpcMessage): void => {
    if (message.method === undefined && message.id !== undefined && message.id !== null)
      open.delete(message.id);
    handlers?.message(message);
  };

  const requestOverHttp = async (
    message: JsonRpcMessage,
    id: string | number,
    { headers, signal }: McpSendOptions,
  ): Promise<void> => {
    open.add(id);
    try {
      await send(message, {
        requestSignal: signal,
        headers,
        onRequestStreamEnd: () => {
          if (open.delete(id)) handlers?.lost(id, endedStream());
        },
      });
    } catch (error) {
      if (!open.delete(id)) return;
      if (wasNotSent(error)) throw error;
      const loss = lossOf(error);
      const answer = asAnswer(message, loss);
      if (answer === undefined) handlers?.lost(id, loss);
      else handlers?.message(answer);
    }
  };

  const wire: { -readonly [K in keyof McpWire]: McpWire[K] } = {
    kind,
    async start(next) {
      handlers = next;
      transport.onmessage = receive as (message: never) => void;
      transport.onerror = (error) =>
        handlers?.event({
          type: "warning",
          code: "sdk-transport",
          message: `The SDK's transport reports ${error.name}.`,
          serverId,
          at: clock.now(),
        });
      transport.onclose = () => {
        if (!stopping) end(typeof extras.pid === "undefined" ? "dropped" : "process-exited");
      };
      await transport.start();
      if (typeof extras.pid === "number") wire.processId = String(extras.pid);
    },
    send(message, sendOptions = {}) {
      const { id, method } = message;
      const request = typeof method === "string" && id !== undefined && id !== null;
      return kind === "http" && request ? requestOverHttp(message, id, sendOptions) : send(message);
    },
    setProtocolVersion: (version) => transport.setProtocolVersion?.(version),
    close() {
      // Some transports report their end inside of `close`.
      stopping = true;
      closing ??= closeTransport(transport, extras).finally(() => end("stopped"));
      return closing;
    },
  };
  return wire;
}

function kindOf({ hasPerRequestStream, terminateSession }: Extras): "pipe" | "http" {
  return hasPerRequestStream === true || typeof terminateSession === "function" ? "http" : "pipe";
}

async function closeTransport(transport: SdkTransportLike, extras: Extras): Promise<void> {
  try {
    // The SDKs' own `close` leaves the session to time out at the server.
    if (typeof extras.sessionId === "string" && typeof extras.terminateSession === "function")
      await extras.terminateSession();
  } catch {
    // A session that cannot be ended ends by itself; closing goes on.
  }
  await transport.close();
}
