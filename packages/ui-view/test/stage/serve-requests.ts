import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** Answers a request, or nothing for 404. */
export type Answer = (request: Request) => Promise<Response | undefined> | Response | undefined;

/** A server on loopback; its origin has the host name that was asked for, so that two servers are two sites. */
export interface ServedOrigin extends AsyncDisposable {
  readonly origin: string;
}

/** Serves what `answer` gives. `localhost` and `127.0.0.1` are different sites to a browser. */
export async function serveRequests(host: "localhost" | "127.0.0.1", answer: Answer): Promise<ServedOrigin> {
  const server = createServer(async (incoming, outgoing) => {
    const response = await answerSafely(answer, incoming);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  server.listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${host}:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answerSafely(answer: Answer, incoming: IncomingMessage): Promise<Response> {
  try {
    const method = incoming.method ?? "GET";
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
    const url = `http://${incoming.headers.host}${incoming.url}`;
    return (
      (await answer(new Request(url, { method, headers, ...body }))) ?? new Response("none", { status: 404 })
    );
  } catch (error) {
    return new Response(String(error), { status: 500 });
  }
}
