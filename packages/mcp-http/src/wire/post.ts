import { type HttpRequest, type HttpResponse, isMcpError, McpAuthError } from "@x/mcp-core";
import type { HttpExchange } from "./http-exchange.ts";
import { operationName, postHeaders } from "./request-headers.ts";
import type { WireContext } from "./wire-context.ts";

/**
 * Sends the message of an exchange and resolves with the response, or with `undefined` when the exchange is over:
 * given up, or lost with what is known. Rejects only where nothing was sent.
 */
export async function post(
  context: WireContext,
  exchange: HttpExchange,
  headers: Readonly<Record<string, string>> | undefined,
  url: URL,
): Promise<HttpResponse | undefined> {
  try {
    return await context.send(postRequest(context, exchange, headers, url));
  } catch (error) {
    const givenUp = exchange.awaitsAnswer && exchange.settled;
    if (givenUp) return undefined;
    const status = refusedWith(error);
    const unsent = isMcpError(error) && error.outcome === "not-sent" && status === undefined;
    if (!unsent) {
      if (isMcpError(error) && status !== undefined) exchange.lose({ cause: error, status });
      else exchange.fail(error);
    }
    exchange.end();
    if (unsent) throw error;
    return undefined;
  }
}

function postRequest(
  context: WireContext,
  { message, signal }: HttpExchange,
  headers: Readonly<Record<string, string>> | undefined,
  url: URL,
): HttpRequest {
  const request = {
    method: "POST",
    url,
    headers: postHeaders(message, context.declared, headers, context.session),
    body: JSON.stringify(message),
    signal,
  } as const;
  if (message.method === undefined) return request;
  const name = operationName(message);
  const operation = name === undefined ? { method: message.method } : { method: message.method, name };
  return { ...request, operation };
}

/** The status with which the server turned the request away, where authorization saw that: it was sent. */
function refusedWith(error: unknown): number | undefined {
  return error instanceof McpAuthError ? error.httpStatus : undefined;
}
