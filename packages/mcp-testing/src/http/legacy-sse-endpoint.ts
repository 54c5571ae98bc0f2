import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { EndpointState, ReadRequest } from "./endpoint-state.ts";
import type { Responder } from "./responder.ts";
import { sseFrame } from "./sse-frame.ts";

interface RpcBody {
  readonly id?: string | number;
  readonly method?: string;
}

/**
 * HTTP+SSE (MCP 2024-11-05 basic/transports): a GET opens the stream and names the URL for POSTs, whose answers
 * come on the stream. A POST to the stream's own URL gets what a web framework says.
 */
export function handleLegacySse(state: EndpointState, read: ReadRequest): void {
  const { request, response, path } = read;
  if (path === "/messages" && request.method === "POST") handleMessage(state, read);
  else if (path === "/mcp" && request.method === "GET") openStream(state, response);
  else response.writeHead(404, { "content-type": "text/html" }).end(`Cannot ${request.method} ${path}`);
}

function openStream(state: EndpointState, response: ServerResponse): void {
  const id = randomUUID();
  const session = state.open(id);
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(`event: endpoint\ndata: /messages?session=${id}\n\n`);
  session.standing = response;
  response.on("close", () => {
    state.sessionsById.delete(id);
    session.standing = undefined;
  });
}

function handleMessage(state: EndpointState, { request, response, body }: ReadRequest): void {
  const id = new URL(request.url ?? "", "http://localhost").searchParams.get("session") ?? "";
  const session = state.sessionsById.get(id);
  if (session === undefined) {
    response.writeHead(404).end();
    return;
  }
  const message = body as RpcBody;
  response.writeHead(202).end("Accepted");
  if (message.id !== undefined && message.method !== undefined) {
    const responder: Responder = {
      id: message.id,
      progressToken: undefined,
      streams: false,
      tell() {},
      answer: (answer) => void session.standing?.write(sseFrame(JSON.stringify(answer))),
    };
    session.responders.set(message.id, responder);
  }
  session.server.receive(JSON.stringify(message));
}
