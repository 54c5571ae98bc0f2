import { type HttpResponse, McpProtocolError, type McpWire, mcpDefaults, systemClock } from "@x/mcp-core";
import { createWireContext } from "./create-wire-context.ts";
import { endSession } from "./end-session.ts";
import { type HttpExchange, openExchange } from "./http-exchange.ts";
import type { HttpWireOptions } from "./http-wire-options.ts";
import { type LegacySseLink, openLegacySseLink } from "./legacy-sse-link.ts";
import { atMost } from "./pause.ts";
import { post } from "./post.ts";
import { receive, refuse } from "./receive.ts";
import type { RefusedExchange } from "./refusal.ts";
import { createStandingStream } from "./standing-stream.ts";

/** Refusals that say nothing about the transport a server speaks. */
const notAboutTransport: ReadonlySet<number> = new Set([401, 403, 407, 408, 429]);

/**
 * MCP over Streamable HTTP, in both eras (2025-03-26 and later, 2026-07-28), with HTTP+SSE behind it. Each message
 * is a POST; what a response brings is reported as it comes, and a response that ends without the answer loses
 * its request at once. Nothing is ever sent twice.
 */
export function createHttpWire(options: HttpWireOptions): McpWire {
  const { serverId } = options;
  const clock = options.clock ?? systemClock();
  let closing: Promise<void> | undefined;
  let link: LegacySseLink | undefined;

  const { context, start, closed, initiative } = createWireContext(options, clock);
  const standing = createStandingStream(context, {
    onMessage: context.unasked,
    onGap() {
      // What was announced in the gap is gone, so the list counts as changed; an equal one disturbs nobody.
      if (initiative().toolsChange)
        context.unasked({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
    },
  });

  /** A server of 2024-11-05 answers the POST with a page of its web framework (2026-07-28 basic/transports). */
  const fallBack = async (exchange: HttpExchange, { status, body }: RefusedExchange): Promise<boolean> => {
    if (options.legacySse === false || exchange.message.method !== "initialize") return false;
    if (status < 400 || status >= 500 || notAboutTransport.has(status) || /^\s*\{/.test(body)) return false;
    link = await openLegacySseLink(context, exchange, (error) => closed({ reason: "dropped", error }));
    await link?.forward(exchange);
    return link !== undefined;
  };

  const settle = async (
    exchange: HttpExchange,
    inSession: boolean,
    response: HttpResponse,
  ): Promise<void> => {
    try {
      const received = await receive(context, exchange, response, inSession);
      if (received === undefined) {
        exchange.finish();
        if (exchange.message.method === "notifications/initialized" && initiative().possible)
          standing.start();
      } else if (!(await fallBack(exchange, received.refused))) {
        refuse(exchange, received.refused);
        exchange.finish();
      }
    } catch (error) {
      exchange.fail(error);
      exchange.end();
    }
  };

  const close = async (graceMs: number): Promise<void> => {
    for (const exchange of [...context.exchanges]) exchange.abandon();
    link?.close();
    const ending = [standing.stop(), link === undefined ? endSession(context, graceMs) : undefined];
    // A sender of somebody else's may not listen to its signal.
    await atMost(context.clock, graceMs, Promise.all(ending));
    closed({ reason: "stopped" });
    await options.sender?.close();
  };

  return {
    kind: "http",
    start: async (handlers) => start(handlers),
    async send(message, own) {
      if (closing !== undefined) throw closedError(serverId);
      if (context.expired !== undefined) throw context.expired;
      const exchange = openExchange(context, message, own?.signal);
      if (link !== undefined) return link.forward(exchange, own?.headers);
      const inSession = !exchange.modern && context.session.id !== undefined;
      const response = await post(context, exchange, own?.headers, options.url);
      if (response === undefined) return;
      if (message.method === "initialize" && isSuccess(response))
        context.session.id = sessionId(response.headers["mcp-session-id"]);
      void settle(exchange, inSession, response);
    },
    setProtocolVersion(version) {
      context.session.protocolVersion = version;
    },
    close(how) {
      closing ??= close(how?.graceMs ?? mcpDefaults.stopGraceMs);
      return closing;
    },
  };
}

/** Visible ASCII only (MCP 2025-11-25 basic/transports, "Session Management"). */
function sessionId(header: string | undefined): string | undefined {
  return header !== undefined && /^[\x21-\x7E]+$/.test(header) ? header : undefined;
}

function closedError(serverId: string): McpProtocolError {
  return new McpProtocolError({
    phase: "connect",
    code: "closed",
    message: `The connection to ${serverId} is closed.`,
    serverId,
    outcome: "not-sent",
  });
}

function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}
