import { randomUUID } from "node:crypto";
import type { JsonObject } from "@x/mcp-core";
import { rpcError } from "./befall.ts";
import { cutStream } from "./cut-stream.ts";
import { type EndpointState, type ReadRequest, sessionOf } from "./endpoint-state.ts";
import { headerMismatch } from "./header-check.ts";
import type { HttpFault } from "./http-fault.ts";
import type { HttpSession } from "./http-session.ts";
import { createResponder, later } from "./responder.ts";

interface RpcBody {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: JsonObject;
}

/** Answers a POST of Streamable HTTP, as the fault has it where there is one. */
export function handlePost(state: EndpointState, read: ReadRequest, fault: HttpFault | undefined): void {
  const body = read.body as RpcBody | undefined;
  const meta = body?.params?._meta as JsonObject | undefined;
  const version = meta?.["io.modelcontextprotocol/protocolVersion"];
  if (typeof body !== "object" || body === null) refuse(read, 400, rpcError("Parse error"));
  else if (typeof version === "string" && state.script.era !== "legacy")
    handleModern(state, read, body, { fault, version });
  else handleLegacy(state, read, body, fault);
}

function handleModern(
  state: EndpointState,
  read: ReadRequest,
  body: RpcBody,
  { fault, version }: { readonly fault: HttpFault | undefined; readonly version: string },
): void {
  const wrong = headerMismatch(read.request.headers, body.method ?? "", body.params ?? {}, version);
  if (wrong === undefined) run(state, read, body, state.shared(), { fault, modern: true, headers: {} });
  else {
    const error = { code: -32020, message: `Header mismatch: ${wrong}` };
    refuse(read, 400, JSON.stringify({ jsonrpc: "2.0", id: body.id ?? null, error }));
  }
}

function handleLegacy(
  state: EndpointState,
  read: ReadRequest,
  body: RpcBody,
  fault: HttpFault | undefined,
): void {
  const modern = state.script.era === "modern";
  const session = sessionOf(state, read.request);
  if (body.method === "initialize" && state.sessions && !modern) {
    const id = randomUUID();
    run(state, read, body, state.open(id), { fault, modern: false, headers: { "mcp-session-id": id } });
  } else if (modern) run(state, read, body, state.shared(), { fault, modern, headers: {} });
  else if (session !== undefined) run(state, read, body, session, { fault, modern, headers: {} });
  else if (read.request.headers["mcp-session-id"] === undefined)
    refuse(read, 400, rpcError("Bad Request: Server not initialized"));
  else refuse(read, 404, rpcError("Session not found"));
}

function refuse({ response }: ReadRequest, status: number, json: string): void {
  response.writeHead(status, { "content-type": "application/json" }).end(json);
}

interface RunOptions {
  readonly fault: HttpFault | undefined;
  readonly modern: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** Gives the message to the scripted server, and its answer a way back. */
function run(
  state: EndpointState,
  read: ReadRequest,
  body: RpcBody,
  session: HttpSession,
  how: RunOptions,
): void {
  const { response } = read;
  const { fault, modern, headers } = how;
  const line = JSON.stringify(body);
  if (body.id === undefined || body.method === undefined) {
    response.writeHead(202, headers).end();
    session.server.receive(line);
    return;
  }
  const { id } = body;
  if (fault?.kind === "cut-and-resume") {
    const lastEventId = randomUUID();
    const { retryMs, refuseEarly = false } = fault;
    const cut = cutStream(response, lastEventId, id, { retryMs, refuseEarly, headers });
    session.cut.set(lastEventId, cut);
    session.responders.set(id, cut.responder);
    session.server.receive(line);
    return;
  }
  const stream = state.answers === "sse" || body.method === "subscriptions/listen" || needsStream(fault);
  const progressToken = (body.params?._meta as JsonObject | undefined)?.progressToken;
  const responder = createResponder(response, {
    id,
    progressToken,
    stream: stream && fault?.kind !== "content-type",
    modern,
    fault,
    headers,
    timers: state.timers,
  });
  session.responders.set(id, breaks(fault) ? { ...responder, answer() {} } : responder);
  response.on("close", () => {
    if (session.responders.get(id) === undefined || response.writableEnded) return;
    state.counters.cancelled += 1;
    session.responders.delete(id);
    // MCP 2026-07-28: closing the stream cancels. A legacy server goes on.
    if (modern)
      session.server.receive(
        JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } }),
      );
  });
  session.server.receive(line);
  if (fault?.kind === "cut-before-answer")
    // The comment has to be out before the connection breaks.
    later(state.timers, 20, () => (fault.clean ? response.end() : response.destroy()));
  if (fault?.kind === "restart") later(state.timers, 20, () => state.restart());
  if (fault?.kind === "cut-before-answer" && stream) response.write(": working\n\n");
}

function needsStream(fault: HttpFault | undefined): boolean {
  return ["cut-before-answer", "cut-after-answer", "odd-sse", "stream-stays-open"].includes(
    fault?.kind ?? "",
  );
}

/** The connection breaks before the answer, so none is written. */
function breaks(fault: HttpFault | undefined): boolean {
  return fault?.kind === "cut-before-answer" || fault?.kind === "restart";
}
