import { isJsonObject, type McpError, McpProtocolError } from "@x/mcp-core";
import { discardBody } from "../send/discard-body.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { openLegacySse } from "./legacy-sse.ts";
import { post } from "./post.ts";
import { receive, refuse } from "./receive.ts";
import type { WireContext } from "./wire-context.ts";

/** Sends over HTTP+SSE (MCP 2024-11-05), where every answer comes on the one stream. */
export interface LegacySseLink {
  /** Sends the message of an exchange, and settles it when its answer comes. Rejects where nothing was sent. */
  forward(exchange: HttpExchange, headers?: Readonly<Record<string, string>>): Promise<void>;
  close(): void;
}

/**
 * Opens the connection for the exchange that was refused over Streamable HTTP; `undefined` where the server
 * speaks no HTTP+SSE either. `onEnd` hears when the stream ends by itself.
 */
export async function openLegacySseLink(
  context: WireContext,
  first: HttpExchange,
  onEnd: (error: McpError) => void,
): Promise<LegacySseLink | undefined> {
  const controller = new AbortController();
  const waiting = new Map<string | number, HttpExchange>();
  const onMessage = (value: unknown): void => {
    const id = isJsonObject(value) && value.method === undefined ? value.id : undefined;
    const exchange = typeof id === "string" || typeof id === "number" ? waiting.get(id) : undefined;
    if (exchange === undefined) context.unasked(value);
    exchange?.deliver(value);
    exchange?.end();
  };
  const giveUp = (): void => controller.abort();
  first.signal.addEventListener("abort", giveUp, { once: true });
  const sse = await openLegacySse(context, controller.signal, onMessage).finally(() =>
    first.signal.removeEventListener("abort", giveUp),
  );
  if (sse === undefined) {
    controller.abort();
    return undefined;
  }
  void sse.ended.then((cause) => {
    if (controller.signal.aborted) return;
    const error = streamEnded(context, cause);
    for (const exchange of [...waiting.values()]) {
      exchange.lose({ cause: error });
      exchange.end();
    }
    onEnd(error);
  });
  return {
    async forward(exchange, headers) {
      keepUntilEnd(waiting, exchange);
      const response = await post(context, exchange, headers, sse.endpoint);
      if (response === undefined) return;
      // 202 and 200 alike say that it was taken; the answer comes on the stream.
      if (response.status >= 200 && response.status < 300) await discardBody(response.body);
      else {
        const received = await receive(context, exchange, response, false);
        if (received !== undefined) refuse(exchange, received.refused);
      }
      if (exchange.settled) exchange.end();
    },
    close: giveUp,
  };
}

/** Keeps an exchange until it ends, in whatever way. */
function keepUntilEnd(waiting: Map<string | number, HttpExchange>, exchange: HttpExchange): void {
  const { id } = exchange.message;
  if (!exchange.awaitsAnswer || exchange.settled || id === undefined || id === null) return;
  waiting.set(id, exchange);
  exchange.signal.addEventListener("abort", () => waiting.delete(id), { once: true });
}

function streamEnded({ serverId }: WireContext, cause: unknown): McpProtocolError {
  return new McpProtocolError({
    phase: "call",
    message: `The event stream of ${serverId} ended, and with it the connection.`,
    serverId,
    cause,
    outcome: "unknown",
    retryable: true,
  });
}
