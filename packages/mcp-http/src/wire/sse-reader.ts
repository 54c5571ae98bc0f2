import type { createParser, EventSourceMessage } from "eventsource-parser";

/** Reads Server-Sent Events out of bytes. */
export interface SseReader {
  /** Takes what came. */
  feed(chunk: Uint8Array): void;
  /** The stream ended: an event that only lacks its blank line still counts. */
  end(): void;
  /** True once an event grew beyond the limit; nothing is read any more. */
  readonly overflown: boolean;
}

/** What the reader tells. */
export interface SseHandlers {
  readonly maxEventLength: number;
  onEvent(event: EventSourceMessage): void;
  /** `retry:`, in milliseconds. */
  onRetry(retryMs: number): void;
}

/**
 * Makes a reader (WHATWG HTML 9.2) over the parser library. Line ends are made `\n` before: the library waits for
 * a further character behind a `\r`, which a stream that ends its lines so may not send before the next event.
 * An event is cut to `maxEventLength` characters, which are never more than its bytes.
 */
export function createSseReader(create: typeof createParser, handlers: SseHandlers): SseReader {
  // It drops the byte order mark, and keeps a character that two chunks share.
  const decoder = new TextDecoder("utf-8");
  let overflown = false;
  let afterReturn = false;
  const parser = create({
    maxBufferSize: handlers.maxEventLength,
    onEvent: handlers.onEvent,
    onRetry: handlers.onRetry,
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") overflown = true;
    },
  });
  const read = (text: string): void => {
    if (overflown || text === "") return;
    const start = afterReturn && text.startsWith("\n") ? 1 : 0;
    afterReturn = text.endsWith("\r");
    const rest = start === 0 ? text : text.slice(1);
    parser.feed(rest.includes("\r") ? rest.replace(/\r\n?/g, "\n") : rest);
  };
  return {
    feed: (chunk) => read(decoder.decode(chunk, { stream: true })),
    end() {
      read(decoder.decode());
      read("\n\n");
    },
    get overflown() {
      return overflown;
    },
  };
}
