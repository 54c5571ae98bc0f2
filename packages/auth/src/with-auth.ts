import {
  type HttpMiddleware,
  type HttpRequest,
  type HttpResponse,
  type HttpSend,
  McpAuthError,
} from "@x/mcp-core";
import type { Authenticator } from "./authenticator.ts";
import { discardBody } from "./discard-body.ts";

/** How often one request is sent again after each kind of refusal. */
const retries: Readonly<Record<number, number>> = { 401: 1, 403: 2 };

/** A middleware that can be made ready before a connection is opened. */
export interface AuthMiddleware extends HttpMiddleware {
  /**
   * Gets what a person has to give, by asking the server with `send` what it wants. Call it where no deadline runs:
   * people are slow. It resolves at once where there are tokens, or nobody is asked.
   */
  prepare(send: HttpSend, signal?: AbortSignal): Promise<void>;
}

/**
 * Puts an authenticator into the path of every request to the server's own origin; what goes elsewhere passes
 * without credentials. A refused request is sent once more where the authenticator says so, and up to two times more
 * where its token lacked scope. Each request that is refused for good rejects with an McpAuthError.
 */
export function withAuth(authenticator: Authenticator, serverUrl: URL): AuthMiddleware {
  const { origin } = serverUrl;
  const middleware: HttpMiddleware = (next) => (request) =>
    request.url.origin === origin ? authorized(authenticator, next, request) : next(request);
  return Object.assign(middleware, {
    prepare: async (send: HttpSend, signal?: AbortSignal) => authenticator.prepare?.(send, signal),
  });
}

async function authorized(
  authenticator: Authenticator,
  next: HttpSend,
  request: HttpRequest,
): Promise<HttpResponse> {
  const refusals = new Map<number, number>();
  for (;;) {
    const applied = await authenticator.apply(request);
    const response = await next(applied.request);
    const { status } = response;
    if (status !== 401 && status !== 403) return response;
    await discardBody(response);
    const verdict = await authenticator.refused(applied, response);
    if (verdict !== "retry") throw verdict;
    const count = (refusals.get(status) ?? 0) + 1;
    refusals.set(status, count);
    if (count > (retries[status] ?? 0)) throw refusedAgain(response);
  }
}

/** Whatever the authenticator hopes for, a server is not asked for ever. */
function refusedAgain({ status }: HttpResponse): McpAuthError {
  return new McpAuthError({
    authCode: status === 403 ? "step_up_limit" : "credentials_rejected",
    message: `The server refused new credentials too (HTTP ${status}).`,
    phase: "resource",
    retry: "never",
    httpStatus: status,
    outcome: "not-sent",
  });
}
