import type { HttpResponse } from "@x/mcp-core";
import { discardBody } from "../send/discard-body.ts";
import { pause } from "./pause.ts";
import { readEventStream, type StreamPosition, startOfStream } from "./read-event-stream.ts";
import { streamHeaders } from "./request-headers.ts";
import { retryAfterMs } from "./retry-after.ts";
import { healthyStreamMs, isFinalRefusal, maxRetryAfterMs, streamDelayMs } from "./stream-delay.ts";
import type { WireContext } from "./wire-context.ts";

/** The GET stream of the legacy era, on which a server speaks without having been asked. */
export interface StandingStream {
  /** Opens it, once. */
  start(): void;
  /** Ends it; resolves when nothing of it is left. */
  stop(): Promise<void>;
}

/** What a standing stream reports. */
export interface StandingStreamHandlers {
  onMessage(value: unknown): void;
  /** It is open again after it worked and broke, and the server cannot say what was missed in between. */
  onGap(): void;
}

type Round = "unsupported" | "fruitless" | "healthy";

/**
 * Makes the standing stream. A server without one (405, or another 4xx) is never asked again. One that ends the
 * stream is asked again after a growing wait, unless it had kept it open for long or used it: no storm.
 */
export function createStandingStream(context: WireContext, handlers: StandingStreamHandlers): StandingStream {
  const controller = new AbortController();
  const { signal } = controller;
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    const position = startOfStream();
    let gap = false;
    for (let fruitless = 0; !signal.aborted; ) {
      const round = await readRound(context, position, signal, handlers, gap);
      gap = (gap || round === "healthy") && position.lastEventId === undefined;
      if (round === "unsupported" || signal.aborted) return;
      fruitless = round === "healthy" ? 0 : fruitless + 1;
      if (fruitless === 3)
        context.emit({
          type: "warning",
          code: "standing-stream-unstable",
          message: "The server keeps ending the stream for its own messages; it is opened ever more rarely.",
        });
      const delayMs = Math.max(
        streamDelayMs(context, position.retryMs, fruitless),
        position.retryAfterMs ?? 0,
      );
      position.retryAfterMs = undefined;
      await pause(context.clock, delayMs, signal);
    }
  };
  return {
    start() {
      running ??= run();
    },
    async stop() {
      controller.abort();
      await running;
    },
  };
}

async function readRound(
  context: WireContext,
  position: StreamPosition,
  signal: AbortSignal,
  handlers: StandingStreamHandlers,
  gap: boolean,
): Promise<Round> {
  const { url, declared, session, clock } = context;
  const startedAt = clock.now();
  const before = position.events;
  try {
    const headers = streamHeaders(declared, session, position.lastEventId);
    const response = await context.send({ method: "GET", url, headers, signal });
    if (!isStream(response)) {
      await discardBody(response.body);
      const askedMs = retryAfterMs(response.headers["retry-after"], clock.now());
      if (askedMs !== undefined) position.retryAfterMs = Math.min(askedMs, maxRetryAfterMs);
      return isFinalRefusal(response.status) ? "unsupported" : "fruitless";
    }
    if (gap) handlers.onGap();
    await readEventStream(context, response.body, position, handlers.onMessage);
  } catch {
    // Whatever broke it, the wait before the next attempt is the answer; requests report their own failures.
  }
  const healthy = position.events > before || clock.now() - startedAt >= healthyStreamMs;
  return healthy ? "healthy" : "fruitless";
}

function isStream({ status, headers }: HttpResponse): boolean {
  return status === 200 && (headers["content-type"] ?? "").toLowerCase().startsWith("text/event-stream");
}
