import { type HttpRequest, type HttpResponse, OperationCancelledError } from "@x/mcp-core";
import type { Dispatcher } from "undici";
import { createResponseBody, type ResponseBody } from "./response-body.ts";
import { sendFailure } from "./send-failure.ts";

/** How a request that failed stood when it did. */
export interface DispatchProgress {
  /** The connection began to write it. */
  written: boolean;
  /** The response began. */
  answered: boolean;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Sends one request over a dispatcher, by its raw callbacks: per call no Request, Response, Headers or stream
 * object is made. Rejects until the headers are here; afterwards the body fails.
 */
export function dispatchRequest(
  dispatcher: Dispatcher,
  request: HttpRequest,
  progress: DispatchProgress,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const { url, signal } = request;
    let controller: Dispatcher.DispatchController | undefined;
    let body: ResponseBody | undefined;
    let settled = false;

    const settle = (error?: Error): void => {
      if (settled) return;
      settled = true;
      signal?.removeEventListener("abort", onAbort);
      if (body === undefined) reject(error);
      else if (error === undefined) body.end();
      else body.fail(error);
    };
    const onAbort = (): void => {
      const error = new OperationCancelledError({
        what: "The HTTP request",
        reason: signal?.reason,
        outcome: progress.written ? "unknown" : "not-sent",
      });
      settle(error);
      controller?.abort(error);
    };
    const fail = (error: unknown): void => {
      const outcome = progress.written ? "unknown" : "not-sent";
      settle(sendFailure(error, url, outcome, body === undefined ? "before it answered" : "in mid-answer"));
    };

    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      dispatcher.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: request.method,
          headers: request.headers,
          body: request.body ?? null,
        },
        {
          onRequestStart(own) {
            controller = own;
            // The caller left while the request waited for a connection: nothing may be written any more.
            if (settled) own.abort(new Error("The request was given up before it was sent."));
            else progress.written = true;
          },
          onResponseStart(own, status, headers) {
            if (settled || status < 200) return;
            progress.answered = true;
            body = createResponseBody({
              pause: () => own.pause(),
              resume: () => own.resume(),
              cancel() {
                settle();
                own.abort(new Error("The response was not read to its end."));
              },
            });
            resolve({ status, headers: flatten(headers), body });
          },
          onResponseData: (_, chunk) => body?.push(chunk),
          onResponseEnd: () => settle(),
          onResponseError: (_, error) => fail(error),
        },
      );
    } catch (error) {
      // Undici throws for what cannot be sent at all, such as a header value with a line break.
      fail(error);
    }
  });
}

/** Repeated headers are joined; undici hands them over as a list. */
function flatten(headers: Headers): Readonly<Record<string, string>> {
  const flat: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (typeof value === "string") flat[name] = value;
    else if (value !== undefined) flat[name] = value.join(", ");
  }
  return flat;
}
