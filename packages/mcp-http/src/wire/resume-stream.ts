import { discardBody } from "../send/discard-body.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { pause } from "./pause.ts";
import { readEventStream, type StreamPosition } from "./read-event-stream.ts";
import { streamHeaders } from "./request-headers.ts";
import { isFinalRefusal, streamDelayMs } from "./stream-delay.ts";
import type { WireContext } from "./wire-context.ts";

/** So many attempts that bring nothing new end the resumption. */
const maxFruitless = 4;

/**
 * Resumes the stream of a request that ended before its answer: a GET that names the last event (MCP 2025-11-25
 * basic/transports, "Resumability"), after exactly the time the server asked for. Returns when the exchange is
 * settled or nothing more can be hoped for; what the stream brings goes to the exchange.
 */
export async function resumeStream(
  context: WireContext,
  exchange: HttpExchange,
  position: StreamPosition,
): Promise<void> {
  for (let fruitless = 0; fruitless <= maxFruitless && !exchange.settled; ) {
    await pause(context.clock, streamDelayMs(context, position.retryMs, fruitless), exchange.signal);
    if (exchange.settled) return;
    const before = position.events;
    const refused = await readOnce(context, exchange, position);
    if (refused) return;
    fruitless = position.events > before ? 0 : fruitless + 1;
  }
}

/** Reads the stream once more. True where the server does not give it. */
async function readOnce(
  context: WireContext,
  exchange: HttpExchange,
  position: StreamPosition,
): Promise<boolean> {
  const { url, declared, session } = context;
  try {
    const headers = streamHeaders(declared, session, position.lastEventId);
    const response = await context.send({ method: "GET", url, headers, signal: exchange.signal });
    const { status } = response;
    if (status !== 200) {
      await discardBody(response.body);
      return isFinalRefusal(status);
    }
    await readEventStream(context, response.body, position, exchange.receive);
  } catch {
    // A connection that could not be made or broke again: the next attempt, or the end of them, decides.
  }
  return false;
}
