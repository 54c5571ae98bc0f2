import type { JsonRpcMessage, McpWire, McpWireHandlers } from "@x/mcp-core";
import { type OpenSends, sendUntilAnswered, sendWritten } from "./open-sends.ts";
import type { SdkTransport } from "./sdk-transport.ts";

/** What an official `Client` is put on: a wire of its own, or a share of one. */
export interface SdkChannel {
  readonly kind: McpWire["kind"];
  start(handlers: Pick<McpWireHandlers, "message" | "lost" | "closed">): Promise<void>;
  readonly send: McpWire["send"];
  setProtocolVersion(version: string): void;
  close(): Promise<void>;
}

/**
 * The transport an official `Client` sees of a channel. It answers for what the Client expects and nowhere says:
 * on a pipe `send` resolves when the message is written, over HTTP when the answer is there, since the Client reads
 * the era off its rejection; `start` can be called and replaced more than once; handlers are read when they are
 * needed, because the Client swaps them while it connects; there is never a `sessionId`, which would mean "resume".
 * Answers reach the Client only under the exact id of an open request: the Client itself compares loosely.
 */
export function createSdkTransport(channel: SdkChannel): SdkTransport {
  const open: OpenSends = new Map();
  let started: Promise<void> | undefined;
  let closed = false;

  const end = (error: Error | undefined): void => {
    if (closed) return;
    closed = true;
    for (const entry of open.values()) entry.settled();
    open.clear();
    if (error !== undefined) transport.onerror?.(error);
    transport.onclose?.();
  };

  const deliver = (message: JsonRpcMessage): void => {
    try {
      transport.onmessage?.(message);
    } catch (error) {
      // The wire must not stop reading because a handler failed.
      transport.onerror?.(error instanceof Error ? error : new Error("A handler of the client failed."));
    }
  };

  const deliverAnswer = (message: JsonRpcMessage, id: string | number): void => {
    const entry = open.get(id);
    if (entry === undefined) return;
    open.delete(id);
    deliver(message);
    entry.settled();
  };

  const transport: SdkTransport = {
    start() {
      started ??= channel.start({
        message(message) {
          const { id, method } = message;
          if (closed) return;
          if (typeof method === "string") deliver(message);
          else if (id !== undefined && id !== null) deliverAnswer(message, id);
        },
        lost(id, loss) {
          const entry = open.get(id);
          open.delete(id);
          entry?.lost(loss);
        },
        closed: ({ error }) => end(error),
      });
      return started;
    },
    send(message, options = {}) {
      const rpc = message as JsonRpcMessage;
      const { id, method } = rpc;
      if (typeof method !== "string" || id === undefined || id === null) return channel.send(rpc);
      return channel.kind === "pipe"
        ? sendWritten(channel, open, rpc, id, deliver)
        : sendUntilAnswered(channel, open, rpc, id, options);
    },
    async close() {
      await channel.close();
      end(undefined);
    },
    setProtocolVersion: (version) => channel.setProtocolVersion(version),
    ...(channel.kind === "pipe" ? { pid: null, stderr: null } : { hasPerRequestStream: true }),
  };
  return transport;
}
