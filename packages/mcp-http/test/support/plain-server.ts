import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A server that is nothing but its handler. */
export interface PlainServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Sockets accepted so far. */
  readonly connections: number;
  readonly open: number;
}

/** What a handler gets: the request with its body as text. */
export type PlainHandler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** Starts a server on loopback. */
export async function plainServer(handler: PlainHandler): Promise<PlainServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => handler(request, response, Buffer.concat(chunks).toString("utf8")));
    // A client that breaks off is part of the test.
    request.on("error", () => undefined);
    response.on("error", () => undefined);
  });
  server.on("connection", (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    port,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
