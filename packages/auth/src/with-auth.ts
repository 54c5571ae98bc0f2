import {
  type HttpMiddleware,
  type HttpRequest,
  type HttpResponse,
  type HttpSend,
  McpAuthError,
} from "@x/mcp-core";
import type { Authenticator } from "./authenticator.ts";

/** A body up to this size is read to its end, which leaves the connection usable. */
const maxDiscardBytes = 64 * 1024;

/**
 * Puts an authenticator into the path of every request to the server's own origin; what goes elsewhere passes
 * without credentials. A refused request is sent once more where the authenticator says so. Each request that is
 * refused for good rejects with an McpAuthError.
 */
export function withAuth(authenticator: Authenticator, serverUrl: URL): HttpMiddleware {
  const { origin } = serverUrl;
  return (next) => (request) =>
    request.url.origin === origin ? authorized(authenticator, next, request) : next(request);
}

async function authorized(
  authenticator: Authenticator,
  next: HttpSend,
  request: HttpRequest,
): Promise<HttpResponse> {
  for (let retried = false; ; retried = true) {
    const applied = await authenticator.apply(request);
    const response = await next(applied.request);
    if (response.status !== 401 && response.status !== 403) return response;
    await discard(response);
    const verdict = await authenticator.refused(applied, response);
    if (verdict !== "retry") throw verdict;
    if (retried) throw refusedAgain(response);
  }
}

/** Whatever the authenticator hopes for, a server is not asked for ever. */
function refusedAgain({ status }: HttpResponse): McpAuthError {
  return new McpAuthError({
    authCode: "credentials_rejected",
    message: `The server refused new credentials too (HTTP ${status}).`,
    phase: "resource",
    retry: "never",
    httpStatus: status,
    outcome: "not-sent",
  });
}

async function discard({ body }: HttpResponse): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxDiscardBytes) return;
    }
  } catch {
    // The connection broke while a body nobody wants was read: the status is what counts.
  }
}
