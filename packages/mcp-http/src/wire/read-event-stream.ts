import { McpProtocolError } from "@x/mcp-core";
import type { EventSourceMessage } from "eventsource-parser";
import { createSseReader } from "./sse-reader.ts";
import type { WireContext } from "./wire-context.ts";

/** How far a stream was read: what resuming it needs. */
export interface StreamPosition {
  lastEventId: string | undefined;
  /** What the server asked for with `retry:`. */
  retryMs: number | undefined;
  /** What it asked for with `Retry-After` when it last turned the stream away. */
  retryAfterMs: number | undefined;
  /** Events with data, so far. */
  events: number;
}

/** The beginning of a stream. */
export function startOfStream(): StreamPosition {
  return { lastEventId: undefined, retryMs: undefined, retryAfterMs: undefined, events: 0 };
}

/**
 * Reads a stream to its end. Comments and events without data carry no message (MCP 2025-11-25
 * basic/transports: the first event of a stream has an id and no data). Rejects when the connection breaks, and
 * with code `limit` when one event is too large; the rest of the stream is then not read.
 */
export async function readEventStream(
  context: WireContext,
  body: AsyncIterable<Uint8Array>,
  position: StreamPosition,
  onMessage: (value: unknown) => void,
  onOther?: (event: EventSourceMessage) => void,
): Promise<void> {
  const { maxMessageBytes } = context;
  const reader = createSseReader(await context.parser(), {
    maxEventLength: maxMessageBytes,
    onRetry(retryMs) {
      position.retryMs = retryMs;
    },
    onEvent(event) {
      if (event.id !== undefined) position.lastEventId = event.id;
      if (event.data === "") return;
      position.events += 1;
      if (event.event === undefined || event.event === "message")
        parseMessage(context, event.data, onMessage);
      else onOther?.(event);
    },
  });
  for await (const chunk of body) {
    reader.feed(chunk);
    if (reader.overflown) throw tooLarge(context, "event of a stream", "unknown");
  }
  reader.end();
}

/** The error of a message beyond `maxMessageBytes`. */
export function tooLarge(
  context: WireContext,
  what: string,
  outcome: "unknown" | "answered",
): McpProtocolError {
  const { maxMessageBytes, serverId } = context;
  context.emit({
    type: "limit",
    limit: "maxMessageBytes",
    actual: maxMessageBytes + 1,
    max: maxMessageBytes,
  });
  return new McpProtocolError({
    phase: "call",
    code: "limit",
    message: `The server ${serverId} sent an ${what} of more than ${maxMessageBytes} bytes; the rest was not read. Raise maxMessageBytes if that is meant.`,
    serverId,
    outcome,
  });
}

function parseMessage(context: WireContext, data: string, onMessage: (value: unknown) => void): void {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    context.emit({ type: "noise", bytes: data.length });
    return;
  }
  onMessage(value);
}
