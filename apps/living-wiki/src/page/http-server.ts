import type { AddressInfo } from "node:net";
import { createAdaptorServer, type ServerType } from "@hono/node-server";

/** A server on loopback. */
export interface HttpServer extends AsyncDisposable {
  readonly port: number;
}

/** What answers. */
export type Fetch = (request: Request) => Response | Promise<Response>;

const closeGraceMs = 250;

/**
 * Listens on 127.0.0.1. `makeFetch` is told the port first, which addresses are made of.
 *
 * @throws Error that says what to do where the port is taken
 */
export async function openHttpServer(port: number, makeFetch: (port: number) => Fetch): Promise<HttpServer> {
  let fetch: Fetch | undefined;
  const server = createAdaptorServer({
    // Nobody knows the port before it is made.
    fetch: (request) => fetch?.(request) ?? new Response(null, { status: 503 }),
  });
  await listen(server, port);
  const { port: actual } = server.address() as AddressInfo;
  fetch = makeFetch(actual);
  return { port: actual, [Symbol.asyncDispose]: () => close(server) };
}

function listen(server: ServerType, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const taken = cause.code === "EADDRINUSE";
      const advice = taken
        ? `Port ${port} is taken. Choose another one, or leave --port out.`
        : cause.message;
      reject(new Error(`The page cannot be served. ${advice}`, { cause }));
    });
    server.listen(port, "127.0.0.1", resolve);
  });
}

/** Responses that are ending may end; what is still open then is cut. */
function close(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      if ("closeAllConnections" in server) server.closeAllConnections();
    }, closeGraceMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
  });
}
