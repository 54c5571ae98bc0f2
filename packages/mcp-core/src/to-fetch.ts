import type { HttpRequest, HttpSend } from "./http.ts";

/** Statuses whose responses cannot have a body (Fetch standard). */
const bodiless = new Set([101, 103, 204, 205, 304]);

/** The part of `fetch` that {@link toFetch} gives: string bodies, no streaming upload. */
export type FetchFunction = (input: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` that sends through an {@link HttpSend}: for libraries that want to be handed a fetch.
 * Rejects with a `TypeError` for a method or a body that the seam does not know.
 */
export function toFetch(send: HttpSend): FetchFunction {
  return async (input, init = {}) => {
    const method = (init.method ?? "GET").toUpperCase();
    if (method !== "GET" && method !== "POST" && method !== "DELETE")
      throw new TypeError(`This fetch sends GET, POST and DELETE, not ${method}.`);
    const request: HttpRequest = {
      method,
      url: new URL(input),
      headers: Object.fromEntries(new Headers(init.headers)),
      ...bodyOf(init.body),
      ...(init.signal ? { signal: init.signal } : {}),
    };
    const response = await send(request);
    const withBody = !bodiless.has(response.status);
    if (!withBody) await discard(response.body);
    return new Response(withBody ? toStream(response.body) : null, {
      status: response.status,
      headers: response.headers,
    });
  };
}

function bodyOf(body: RequestInit["body"]): { readonly body?: string } {
  if (body === undefined || body === null) return {};
  if (typeof body === "string") return { body };
  if (body instanceof URLSearchParams) return { body: body.toString() };
  throw new TypeError("This fetch sends text and URLSearchParams bodies only.");
}

/** A body that nobody will read still holds its socket. */
async function discard(body: AsyncIterable<Uint8Array>): Promise<void> {
  await body[Symbol.asyncIterator]().return?.();
}

function toStream(body: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
