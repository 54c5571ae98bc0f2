import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it arrived. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly form: URLSearchParams;
}

/** An answer: a status, or JSON with one, or full control. */
export type Answer =
  | number
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly json?: unknown;
      readonly text?: string;
    }
  | ((response: ServerResponse) => void);

/** Answers the requests of one path. */
export type Route = (request: SeenRequest) => Answer | Promise<Answer>;

/** A server on loopback whose every answer is scripted, and which remembers what it was asked. */
export interface ScriptedHttp extends AsyncDisposable {
  readonly origin: string;
  readonly requests: SeenRequest[];
  /** By path; `*` answers the rest. */
  readonly routes: Map<string, Route>;
  /** Answers a path otherwise until what this returns is called. */
  replace(path: string, route: Route): () => void;
  count(path: string): number;
  openConnections(): number;
}

/** Starts one on a free port. Paths without a route are 404. */
export async function startScriptedHttp(): Promise<ScriptedHttp> {
  const requests: SeenRequest[] = [];
  const routes = new Map<string, Route>();
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const url = new URL(incoming.url ?? "/", "http://localhost");
    const request: SeenRequest = {
      method: incoming.method ?? "",
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body,
      form: new URLSearchParams(body),
    };
    requests.push(request);
    const route = routes.get(url.pathname) ?? routes.get("*");
    write(response, route === undefined ? 404 : await route(request));
  });
  let connections = 0;
  server.on("connection", (socket) => {
    connections += 1;
    socket.once("close", () => {
      connections -= 1;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    routes,
    replace(path, route) {
      const before = routes.get(path);
      routes.set(path, route);
      return () => void (before === undefined ? routes.delete(path) : routes.set(path, before));
    },
    openConnections: () => connections,
    count: (path) => requests.filter((request) => request.path === path).length,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function write(response: ServerResponse, answer: Answer): void {
  if (typeof answer === "function") {
    answer(response);
    return;
  }
  const { status = 200, headers = {}, json, text } = typeof answer === "number" ? { status: answer } : answer;
  const type = json === undefined ? {} : { "content-type": "application/json" };
  response.writeHead(status, { ...type, ...headers });
  response.end(json === undefined ? (text ?? "") : JSON.stringify(json));
}
