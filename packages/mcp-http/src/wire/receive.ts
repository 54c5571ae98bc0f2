import { type HttpResponse, type McpLoss, McpProtocolError } from "@x/mcp-core";
import { discardBody } from "../send/discard-body.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { phaseOf } from "./phase.ts";
import { readEventStream, startOfStream, tooLarge } from "./read-event-stream.ts";
import { readText } from "./read-text.ts";
import { answerInRefusal, lossOfRefusal, type RefusedExchange } from "./refusal.ts";
import { resumeStream } from "./resume-stream.ts";
import type { WireContext } from "./wire-context.ts";

/** Of a body that is no answer only the beginning is read: enough for any JSON-RPC error. */
const maxRefusalBytes = 64 * 1024;

/** What became of a response: read, or a refusal that {@link refuse} has yet to report. */
export type Received = { readonly refused: RefusedExchange } | undefined;

/**
 * Reads the response to a POST until the exchange is settled. A refusal is handed back, since `initialize` may
 * be tried another way. Rejects when the connection breaks or a limit is passed.
 */
export async function receive(
  context: WireContext,
  exchange: HttpExchange,
  response: HttpResponse,
  inSession: boolean,
): Promise<Received> {
  const { status, headers } = response;
  if (status < 200 || status >= 300) {
    const { text } = await readText(response.body, maxRefusalBytes);
    const { serverId, clock } = context;
    const { message } = exchange;
    return { refused: { serverId, message, inSession, status, headers, body: text, now: clock.now() } };
  }
  if (exchange.settled) await discardBody(response.body);
  else if (isEncoded(headers["content-encoding"])) await encoded(context, exchange, response);
  else await readAnswer(context, exchange, response);
  return undefined;
}

/** Reports a refusal: as an answer where it is one, else as a loss. */
export function refuse(exchange: HttpExchange, refused: RefusedExchange): void {
  const answer = answerInRefusal(refused);
  if (answer === undefined) exchange.lose(lossOfRefusal(refused));
  else exchange.deliver(answer);
}

async function readAnswer(
  context: WireContext,
  exchange: HttpExchange,
  response: HttpResponse,
): Promise<void> {
  const type = mediaType(response.headers["content-type"]);
  if (type === "text/event-stream") return readStream(context, exchange, response);
  if (type !== "application/json" && !type.endsWith("+json")) {
    const { text } = await readText(response.body, maxRefusalBytes);
    const shown = type === "" ? "no content type" : `the content type ${printable(type)}`;
    return exchange.lose(unusable(context, exchange, response, `${shown} and ${sizeOf(text)}`, text));
  }
  const { text, cut } = await readText(response.body, context.maxMessageBytes);
  if (cut) throw tooLarge(context, "answer", "answered");
  readJson(context, exchange, response, text);
}

function readJson(context: WireContext, exchange: HttpExchange, response: HttpResponse, text: string): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const what = text === "" ? "an empty body" : `${sizeOf(text)} that are no JSON`;
    exchange.lose(unusable(context, exchange, response, what, text.slice(0, maxRefusalBytes)));
    return;
  }
  // Revision 2025-03-26 has batches, also in answers.
  for (const item of Array.isArray(value) ? value : [value])
    exchange.deliver(named(item, exchange.message.id));
  if (!exchange.settled)
    exchange.lose(unusable(context, exchange, response, "a body without the answer", ""));
}

/** An error without an id, on the response to one request, is about that request (JSON-RPC 2.0, 5). */
function named(value: unknown, id: string | number | null | undefined): unknown {
  const error = value as {
    readonly id?: unknown;
    readonly error?: unknown;
    readonly method?: unknown;
  } | null;
  const unnamed = typeof error === "object" && (error?.id === null || error?.id === undefined);
  return unnamed && error?.error !== undefined && error.method === undefined ? { ...error, id } : value;
}

/** A stream that ends before the answer loses the request at once, unless it can be resumed (legacy era only). */
async function readStream(
  context: WireContext,
  exchange: HttpExchange,
  response: HttpResponse,
): Promise<void> {
  const position = startOfStream();
  let cause: unknown;
  try {
    await readEventStream(context, response.body, position, exchange.receive);
  } catch (error) {
    // What is too large now is too large the next time.
    if (error instanceof McpProtocolError && error.code === "limit") throw error;
    cause = error;
  }
  if (!exchange.settled && !exchange.modern && position.lastEventId !== undefined)
    await resumeStream(context, exchange, position);
  if (exchange.settled) return;
  const { message } = exchange;
  exchange.lose({
    status: response.status,
    cause: new McpProtocolError({
      phase: phaseOf(message.method),
      message: `The stream of ${context.serverId} ended before the answer to ${message.method}.`,
      serverId: context.serverId,
      cause,
      outcome: "unknown",
    }),
  });
}

async function encoded(context: WireContext, exchange: HttpExchange, response: HttpResponse): Promise<void> {
  await discardBody(response.body);
  exchange.lose(unusable(context, exchange, response, "a compressed body, which was not asked for", ""));
}

function unusable(
  context: WireContext,
  exchange: HttpExchange,
  { status }: HttpResponse,
  what: string,
  body: string,
): McpLoss {
  const { serverId } = context;
  const { method } = exchange.message;
  const cause = new McpProtocolError({
    phase: phaseOf(method),
    message: `The server ${serverId} answered ${method} with HTTP ${status} and ${what}: that is no MCP answer. Check that the URL leads to an MCP endpoint.`,
    serverId,
    status,
    outcome: "unknown",
  });
  return { cause, status, body };
}

function isEncoded(encoding: string | undefined): boolean {
  return encoding !== undefined && encoding !== "" && encoding.toLowerCase() !== "identity";
}

/** RFC 9110 8.3.1: parameters do not count, nor does case. */
function mediaType(header: string | undefined): string {
  return (header ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function printable(type: string): string {
  return /^[\w.+/-]{1,80}$/.test(type) ? type : "of an odd form";
}

function sizeOf(text: string): string {
  return text === "" ? "no body" : `${Buffer.byteLength(text)} bytes`;
}
