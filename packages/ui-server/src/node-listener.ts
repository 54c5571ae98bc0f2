import type { IncomingMessage, ServerResponse } from "node:http";

/** What `node:http`, Express and Connect call for a request. */
export type McpNodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/**
 * Makes a listener for `node:http`, Express or Connect of a handler of this package. The request's body is read as it
 * is asked for, and its signal aborts when the client goes away. Mount it before middleware that reads bodies.
 *
 * The address is made of the `Host` header and of whether the socket is encrypted; a reverse proxy must pass `Host` on.
 */
export function toNodeListener(handler: (request: Request) => Promise<Response>): McpNodeListener {
  return async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) gone.abort(new Error("The client closed the connection."));
    });
    const request = toRequest(incoming, gone.signal);
    if (request === undefined) {
      outgoing.writeHead(400, { "content-length": "0" }).end();
      return;
    }
    try {
      await write(await handler(request), outgoing);
    } catch (error) {
      // Nothing may be left hanging; what went wrong is for whoever awaits the listener.
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500, { "content-length": "0" }).end();
      if (!gone.signal.aborted) throw error;
    }
  };
}

/** Methods that no `Request` can have. */
const impossibleMethods = ["CONNECT", "TRACE", "TRACK"];

/** `undefined` where the client's `Host`, path or method is none. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const encrypted = "encrypted" in incoming.socket && incoming.socket.encrypted === true;
  const host = incoming.headers.host ?? incoming.headers[":authority"];
  // Express and Connect cut off where they are mounted and keep the whole path here.
  const path = "originalUrl" in incoming ? incoming.originalUrl : incoming.url;
  const address = `${encrypted ? "https" : "http"}://${String(host)}${String(path)}`;
  if (typeof host !== "string" || !/^[^/?#@\s]+$/.test(host) || !URL.canParse(address)) return undefined;
  const { method = "GET" } = incoming;
  if (impossibleMethods.includes(method.toUpperCase())) return undefined;
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    name.startsWith(":") ? [] : values.map((value): [string, string] => [name, value]),
  );
  const body = method === "GET" || method === "HEAD" ? null : toStream(incoming);
  return new Request(address, { method, headers, body, signal, duplex: "half" });
}

function toStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = incoming[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}

async function write(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.setHeaders(response.headers).writeHead(response.status);
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
    if (!outgoing.write(part.value)) await drained(outgoing);
  outgoing.end();
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      outgoing.off("drain", go).off("close", go);
      resolve();
    };
    outgoing.once("drain", go).once("close", go);
  });
}
