import type { ServerResponse } from "node:http";
import type { HttpFault, SseFraming } from "./http-fault.ts";
import { sseFrame } from "./sse-frame.ts";

/** An answer of the scripted server. */
export interface RpcAnswer {
  readonly error?: { readonly code?: unknown } | undefined;
}

/** Answers one JSON-RPC request of one POST. */
export interface Responder {
  readonly id: string | number;
  readonly progressToken: unknown;
  /** It can carry messages beside the answer. */
  readonly streams: boolean;
  /** Writes a message that is not the answer. */
  tell(message: object): void;
  answer(message: RpcAnswer): void;
}

/** How a responder writes. */
export interface ResponderOptions {
  readonly id: string | number;
  readonly progressToken: unknown;
  readonly stream: boolean;
  /** JSON-RPC errors come with a status of their own. */
  readonly modern: boolean;
  readonly fault: HttpFault | undefined;
  /** Extra headers, such as that of a session. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timers: Set<NodeJS.Timeout>;
}

/** Makes a responder on a response. A stream begins at once, so that it can be cut before the answer. */
export function createResponder(response: ServerResponse, options: ResponderOptions): Responder {
  const { fault, stream, headers } = options;
  const framing: SseFraming = fault?.kind === "odd-sse" ? fault.framing : "lf";
  if (stream) {
    response.writeHead(200, { ...headers, "content-type": "text/event-stream", "cache-control": "no-store" });
    response.flushHeaders();
  }
  const writeEvent = (message: object): void => {
    const text = sseFrame(JSON.stringify(message), framing);
    if (framing === "byte-by-byte") for (const byte of Buffer.from(text)) response.write(Buffer.of(byte));
    else response.write(text);
  };
  return {
    id: options.id,
    progressToken: options.progressToken,
    streams: stream,
    tell(message) {
      if (stream && !response.writableEnded) writeEvent(message);
    },
    answer(message) {
      if (response.writableEnded || response.destroyed) return;
      if (fault?.kind === "slow-drip") drip(response, message, options);
      else if (!stream) answerJson(response, message, options);
      else {
        writeEvent(message);
        endStream(response, options);
      }
    },
  };
}

function answerJson(response: ServerResponse, message: RpcAnswer, options: ResponderOptions): void {
  const { fault, headers, modern } = options;
  const type = fault?.kind === "content-type" ? fault.contentType : "application/json";
  response.writeHead(modern ? statusOf(message) : 200, {
    ...headers,
    ...(type === "" ? {} : { "content-type": type }),
  });
  response.end(JSON.stringify(message));
}

function endStream(response: ServerResponse, { fault, timers }: ResponderOptions): void {
  if (fault?.kind === "stream-stays-open") return;
  // The answer has to be out before the connection breaks.
  if (fault?.kind === "cut-after-answer") later(timers, 20, () => response.destroy());
  else response.end();
}

function drip(response: ServerResponse, message: object, options: ResponderOptions): void {
  const { fault, stream, headers } = options;
  if (fault?.kind !== "slow-drip") return;
  const json = JSON.stringify(message);
  if (!stream) response.writeHead(200, { ...headers, "content-type": "application/json" });
  const bytes = Buffer.from(stream ? sseFrame(json) : json);
  const step = (from: number): void => {
    if (response.destroyed) return;
    response.write(bytes.subarray(from, from + fault.bytes));
    if (from + fault.bytes < bytes.length)
      later(options.timers, fault.pauseMs, () => step(from + fault.bytes));
    else response.end();
  };
  step(0);
}

/** Runs something later, and forgets its timer. */
export function later(timers: Set<NodeJS.Timeout>, ms: number, run: () => void): void {
  const timer = setTimeout(() => {
    timers.delete(timer);
    run();
  }, ms);
  timers.add(timer);
}

/** MCP 2026-07-28 basic/transports/streamable-http: which status a JSON-RPC error comes with. */
function statusOf({ error }: RpcAnswer): number {
  switch (error?.code) {
    case -32601:
      return 404;
    case -32020:
    case -32021:
    case -32022:
    case -32602:
      return 400;
    default:
      return 200;
  }
}
