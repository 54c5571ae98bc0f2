import {
  abortable,
  type HttpRequest,
  type HttpResponse,
  isJsonObject,
  isMcpError,
  type JsonObject,
  McpAuthError,
  type McpAuthErrorCode,
  type McpAuthPhase,
} from "@x/mcp-core";
import { oauthFailure } from "../oauth-failure.ts";
import type { OAuthContext } from "../oauth-runtime.ts";
import { readBounded } from "./read-bounded.ts";

/** One request to a metadata document or an authorization server. */
export interface OAuthRequest {
  readonly method: "GET" | "POST";
  /** Checked by `endpointUrl`. */
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly phase: McpAuthPhase;
  /** The code where nobody answers, or the server is out of order. */
  readonly unreachable: McpAuthErrorCode;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** An answer, its body read. `json` where the body is an object of JSON. */
export interface OAuthReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: JsonObject | undefined;
}

/**
 * Sends with nothing inherited from the MCP connection: no header, no cookie, no credential. Bounded in time and
 * size; redirects are refused. No error repeats what came back.
 *
 * @throws McpAuthError `egress_blocked`, `unsafe_url`, `response_too_large`, `timeout`, `aborted`, or the request's
 * `unreachable`.
 */
export async function oauthRequest(context: OAuthContext, request: OAuthRequest): Promise<OAuthReply> {
  const { timing, clock } = context;
  const ended = new AbortController();
  const late = oauthFailure(context, {
    authCode: "timeout",
    message: `${request.url.host} did not answer within ${timing.requestTimeoutMs} ms. Try again later.`,
    phase: request.phase,
    retry: "after-delay",
  });
  const stopTimer = clock.after(timing.requestTimeoutMs, () => ended.abort(late));
  const onAbort = (): void => ended.abort(request.signal?.reason);
  if (request.signal?.aborted) onAbort();
  request.signal?.addEventListener("abort", onAbort, { once: true });
  try {
    // A sender that does not heed the signal must not keep us.
    return await abortable(exchange(context, request, ended.signal), ended.signal, "An OAuth request");
  } catch (error) {
    if (ended.signal.reason === late) throw late;
    throw failureOf(context, request, error);
  } finally {
    stopTimer();
    request.signal?.removeEventListener("abort", onAbort);
  }
}

async function exchange(
  context: OAuthContext,
  request: OAuthRequest,
  signal: AbortSignal,
): Promise<OAuthReply> {
  const { method, url, body } = request;
  const outgoing: HttpRequest = {
    method,
    url,
    headers: { accept: "application/json", "accept-encoding": "identity", ...request.headers },
    signal,
    ...(body === undefined ? {} : { body }),
  };
  const response = await context.send(outgoing);
  const text = await readBounded(response.body, request.maxBytes, signal);
  if (text === undefined)
    throw oauthFailure(context, {
      authCode: "response_too_large",
      message: `${url.host} sent more than ${request.maxBytes} bytes, or text that is not UTF-8, for an answer of OAuth.`,
      phase: request.phase,
      retry: "never",
    });
  refuseRedirect(context, request, response);
  return { status: response.status, headers: response.headers, json: jsonOf(response, text) };
}

function refuseRedirect(context: OAuthContext, request: OAuthRequest, response: HttpResponse): void {
  const { status, headers } = response;
  if (status < 300 || status >= 400) return;
  const { location } = headers;
  const target =
    location !== undefined && URL.canParse(location, request.url.href)
      ? new URL(location, request.url).origin
      : "somewhere";
  throw oauthFailure(context, {
    authCode: "unsafe_url",
    message: `${request.url.host} redirects to ${target} (HTTP ${status}), and redirects are not followed here. Its operator has to publish the final URL.`,
    phase: request.phase,
    retry: "never",
  });
}

function jsonOf({ headers }: HttpResponse, text: string): JsonObject | undefined {
  const type = headers["content-type"] ?? "";
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding !== "identity" || !/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined; // An error page that calls itself JSON is none; the status says the rest.
  }
}

function failureOf(context: OAuthContext, request: OAuthRequest, error: unknown): McpAuthError {
  if (error instanceof McpAuthError) return error;
  const { phase, url } = request;
  if (request.signal?.aborted)
    return oauthFailure(context, {
      authCode: "aborted",
      message: "Authorization was given up before it was done.",
      phase,
      retry: "same-credentials",
    });
  if (isMcpError(error) && error.code === "config")
    return oauthFailure(context, {
      authCode: "egress_blocked",
      message: `${url.host}, named by the server for authorization, may not be reached from here. If that is meant, allow it in \`egress\`.`,
      phase,
      retry: "never",
      cause: error,
    });
  const sent = isMcpError(error) && error.outcome === "unknown";
  return oauthFailure(context, {
    authCode: request.unreachable,
    message: sent
      ? `${url.host} gave no answer of HTTP that can be read, or broke off in the middle of it, when it was asked for authorization. Try again later; if that goes on, its operator has to look.`
      : `${url.host} could not be reached for authorization. Try again later.`,
    phase,
    retry: "after-delay",
    cause: error,
  });
}
