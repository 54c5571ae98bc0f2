import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { RedirectPolicy } from "../config/oauth2-config.ts";

/** A listener for the answer of one login. */
export interface LoopbackListener extends AsyncDisposable {
  readonly redirectUri: string;
  /** The first answer with this `state`. */
  answer(state: string): Promise<URLSearchParams>;
}

const page =
  '<!doctype html><meta charset="utf-8"><title>Login</title><p>The answer has arrived. You can close this page.</p>';

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  connection: "close",
};

/**
 * Listens on this machine (RFC 8252 7.3). It takes a GET of the exact path, by its exact host, with the `state` that
 * is waited for; everything else is turned away and ends nothing. What was sent is not repeated in the page.
 *
 * @throws Error with the code `EADDRINUSE` where the port is taken.
 */
export async function openLoopbackListener(
  policy: Extract<RedirectPolicy, { kind: "loopback" }>,
  preferredPort?: number,
): Promise<LoopbackListener> {
  const { host = "127.0.0.1", path = "/callback" } = policy;
  const server = await listening(host.replace(/[[\]]/g, ""), policy.port, preferredPort);
  const { port } = server.address() as AddressInfo;
  const redirectUri = `http://${host}:${port}${path}`;
  let expected: string | undefined;
  let arrived: (params: URLSearchParams) => void = () => {};
  const answered = new Promise<URLSearchParams>((resolve) => {
    arrived = resolve;
  });

  server.on("request", (request, response) => {
    request.resume();
    const target = URL.canParse(request.url ?? "", redirectUri)
      ? new URL(request.url ?? "", redirectUri)
      : undefined;
    const wanted =
      request.method === "GET" && request.headers.host === `${host}:${port}` && target?.pathname === path;
    if (target === undefined || !wanted) return reply(response, 404, "");
    const state = target.searchParams.getAll("state");
    if (expected === undefined || state.length !== 1 || state[0] !== expected)
      return reply(response, 400, "");
    reply(response, 200, page);
    arrived(target.searchParams);
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    redirectUri,
    answer(state) {
      expected = state;
      return answered;
    },
    [Symbol.asyncDispose]: close,
  };
}

function reply(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, pageHeaders).end(body);
}

/** On the declared port, else on the one that was registered, else on a free one. */
async function listening(
  hostname: string,
  port: number | undefined,
  preferredPort: number | undefined,
): Promise<Server> {
  const { createServer } = await import("node:http");
  const listen = (on: number): Promise<Server> =>
    new Promise((resolve, reject) => {
      const server = createServer({ maxHeaderSize: 16 * 1024 });
      server.once("error", reject);
      server.listen({ host: hostname, port: on }, () => resolve(server));
    });
  if (port !== undefined) return listen(port);
  if (preferredPort === undefined) return listen(0);
  return listen(preferredPort).catch(() => listen(0));
}
