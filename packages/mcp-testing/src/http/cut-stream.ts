import type { ServerResponse } from "node:http";
import type { Responder, RpcAnswer } from "./responder.ts";
import { sseFrame } from "./sse-frame.ts";

/** A stream that ended before its answer, and its continuation. */
export interface CutStream {
  /** Answers on the continuation, or keeps the answer until there is one. */
  readonly responder: Responder;
  /** False where the client came back before the time it was told. */
  resume(response: ServerResponse): boolean;
}

/** How early a client may be, since timers are not exact. */
const toleranceMs = 50;

/**
 * Ends a stream after an event that has an id, a time to come back after, and no data (MCP 2025-11-25
 * basic/transports, "Resumability").
 */
export function cutStream(
  response: ServerResponse,
  lastEventId: string,
  id: string | number,
  options: {
    readonly retryMs: number;
    readonly refuseEarly: boolean;
    readonly headers: Readonly<Record<string, string>>;
  },
): CutStream {
  response.writeHead(200, { ...options.headers, "content-type": "text/event-stream" });
  response.end(`id: ${lastEventId}\nretry: ${options.retryMs}\ndata: \n\n`);
  const endedAt = performance.now();
  let answer: RpcAnswer | undefined;
  let continuation: ServerResponse | undefined;
  const flush = (): void => {
    if (continuation === undefined || answer === undefined) return;
    continuation.end(sseFrame(JSON.stringify(answer), "lf", `${lastEventId}-answer`));
  };
  return {
    responder: {
      id,
      progressToken: undefined,
      streams: false,
      tell() {},
      answer(message) {
        answer = message;
        flush();
      },
    },
    resume(next) {
      if (options.refuseEarly && performance.now() - endedAt < options.retryMs - toleranceMs) return false;
      next.writeHead(200, { "content-type": "text/event-stream" });
      next.flushHeaders();
      continuation = next;
      flush();
      return true;
    },
  };
}
