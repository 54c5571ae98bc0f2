import { abortable, type HttpRequest, type HttpResponse, type HttpSend } from "@x/mcp-core";
import { discardBody } from "../discard-body.ts";
import type { OAuthContext } from "./oauth-runtime.ts";

/** What a server said when it was asked without credentials. */
export interface ServerWish {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
}

/**
 * Asks the MCP server what it wants, by a GET without credentials. Only status and headers count: a body, which may be
 * a stream without end, is let go. `undefined` where it does not say within the time for a request.
 */
export async function askServer(
  context: OAuthContext,
  send: HttpSend,
  signal: AbortSignal | undefined,
): Promise<ServerWish | undefined> {
  const { clock, serverUrl, timing } = context;
  const ended = new AbortController();
  const end = (): void => ended.abort(new Error("The question to the server is over."));
  const stopTimer = clock.after(timing.requestTimeoutMs, end);
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end, { once: true });
  const request = {
    method: "GET",
    url: serverUrl,
    headers: { accept: "text/event-stream" },
    signal: ended.signal,
  } as const;
  try {
    // A sender that does not heed the signal must not keep us.
    const response = await abortable(send(request), ended.signal, "Asking what a server wants");
    end();
    void discardBody(response);
    return { request, response };
  } catch {
    // A server that is away says so again when it is connected to, to somebody who can wait.
    return undefined;
  } finally {
    stopTimer();
    signal?.removeEventListener("abort", end);
  }
}
