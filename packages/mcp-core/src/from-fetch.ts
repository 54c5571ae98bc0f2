import type { HttpSend } from "./http.ts";
import type { FetchFunction } from "./to-fetch.ts";

/**
 * An {@link HttpSend} over a `fetch`: for platforms without sockets, and for tests. Redirects are handed back as
 * they are, since following them is a decision of the transport. No egress rule applies here: the fetch has it.
 */
export function fromFetch(fetch: FetchFunction): HttpSend {
  return async (request) => {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      redirect: "manual",
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    });
    return {
      status: response.status,
      headers: joined(response.headers),
      body: response.body === null ? empty() : chunks(response.body),
    };
  };
}

/** Entry by entry a repeated `set-cookie` would come apart; asked for by name it is joined like the others. */
function joined(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers.keys()].map((name) => [name, headers.get(name) ?? ""]));
}

async function* empty(): AsyncGenerator<Uint8Array> {}

/** Read by hand: not every platform's streams can be iterated. Leaving the loop early cancels the stream. */
async function* chunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let ended = false;
  try {
    while (true) {
      const { done, value } = await reader.read();
      ended = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!ended) await reader.cancel();
    reader.releaseLock();
  }
}
