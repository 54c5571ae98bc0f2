import type { IncomingMessage, ServerResponse } from "node:http";
import { befall } from "./befall.ts";
import { type EndpointOptions, type EndpointState, type ReadRequest, sessionOf } from "./endpoint-state.ts";
import { createHttpSession, type HttpSession } from "./http-session.ts";
import { handleLegacySse } from "./legacy-sse-endpoint.ts";
import { handlePost } from "./post-endpoint.ts";

/** The MCP endpoint of a scripted server. */
export interface HttpEndpoint {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Forgets every session and everything under way. */
  forget(): void;
  standingStreams(): number;
}

/** Makes the endpoint. */
export function createHttpEndpoint(options: EndpointOptions): HttpEndpoint {
  const sessionsById = new Map<string, HttpSession>();
  const timers = new Set<NodeJS.Timeout>();
  let shared: HttpSession | undefined;
  const make = (): HttpSession => createHttpSession(options.script, options.counters, timers);
  const state: EndpointState = {
    ...options,
    sessionsById,
    timers,
    shared() {
      shared ??= make();
      return shared;
    },
    open(id) {
      const session = make();
      sessionsById.set(id, session);
      options.counters.sessions += 1;
      return session;
    },
  };
  return {
    async handle(request, response) {
      // A client that breaks off is what half of the tests are about.
      response.on("error", () => undefined);
      const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
      const body = request.method === "POST" ? await readBody(request) : undefined;
      const rpcMethod = (body as { readonly method?: unknown } | undefined)?.method;
      const verb = request.method ?? "";
      options.counters.request({
        verb,
        path: request.url ?? "/",
        rpcMethod: typeof rpcMethod === "string" ? rpcMethod : undefined,
        headers: request.headers,
        body,
        at: performance.now(),
      });
      respond(state, { request, response, path, body });
    },
    forget() {
      sessionsById.clear();
      shared = undefined;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
    standingStreams: () =>
      [...sessionsById.values(), shared].filter((session) => session?.standing !== undefined).length,
  };
}

function respond(state: EndpointState, read: ReadRequest): void {
  const { request, response } = read;
  const rpcMethod = (read.body as { readonly method?: unknown } | undefined)?.method;
  const fault = state.faults.take(typeof rpcMethod === "string" ? rpcMethod : (request.method ?? ""));
  if (fault !== undefined && befall(state, read, fault)) return;
  if (state.transport === "sse") handleLegacySse(state, read);
  else if (request.method === "POST") handlePost(state, read, fault);
  else if (request.method === "GET") handleGet(state, read);
  else if (request.method === "DELETE") handleDelete(state, read);
  else response.writeHead(405).end();
}

/** The standing stream, or the continuation of one that was cut. Legacy era only. */
function handleGet(state: EndpointState, { request, response }: ReadRequest): void {
  const session = sessionOf(state, request);
  const lastEventId = request.headers["last-event-id"];
  const cut = typeof lastEventId === "string" ? session?.cut.get(lastEventId) : undefined;
  if (cut !== undefined) {
    if (!cut.resume(response)) response.writeHead(409).end();
  } else if (session === undefined) response.writeHead(404).end();
  else if (!state.standingStream || state.script.era === "modern") response.writeHead(405).end();
  else if (session.standing !== undefined) response.writeHead(409).end();
  else openStandingStream(session, response);
}

function openStandingStream(session: HttpSession, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  session.standing = response;
  response.on("close", () => {
    if (session.standing === response) session.standing = undefined;
  });
}

function handleDelete(state: EndpointState, { request, response }: ReadRequest): void {
  const id = request.headers["mcp-session-id"];
  const known = typeof id === "string" && state.sessionsById.delete(id);
  response.writeHead(known ? 200 : 404).end();
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return undefined; // broken off, or no JSON: the endpoint answers 400
  }
}
