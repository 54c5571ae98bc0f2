import type { ServerResponse } from "node:http";
import type { EndpointState, ReadRequest } from "./endpoint-state.ts";
import type { HttpFault } from "./http-fault.ts";
import { later } from "./responder.ts";

/**
 * Lets a fault befall a request. True where that was all; the other faults change how the request is answered
 * after it ran.
 */
export function befall(state: EndpointState, read: ReadRequest, fault: HttpFault): boolean {
  const { request, response } = read;
  switch (fault.kind) {
    case "status":
      response.writeHead(fault.status, fault.headers).end(fault.body ?? "");
      return true;
    case "reset":
      request.socket.resetAndDestroy();
      return true;
    case "hang":
      return true;
    case "empty":
      response.writeHead(fault.status).end();
      return true;
    case "redirect":
      response.writeHead(fault.status, { location: redirectTarget(state, read, fault.to) }).end();
      return true;
    case "session-gone":
      response
        .writeHead(fault.status, { "content-type": "application/json" })
        .end(fault.status === 404 ? "" : rpcError("Bad Request: No valid session ID provided"));
      return true;
    case "get-closed":
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.flushHeaders();
      later(state.timers, fault.afterMs ?? 0, () => response.end());
      return true;
    case "giant-json":
      giantJson(response, read.body, fault.bytes);
      return true;
    case "giant-event":
      giantEvent(response, fault.bytes);
      return true;
    case "flood":
      flood(response, read.body, fault.bytes);
      return true;
    default:
      return false;
  }
}

/** The error many servers answer with, which names no request. */
export function rpcError(message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32000, message } });
}

function redirectTarget(state: EndpointState, { path }: ReadRequest, to: "same" | "other" | "loop"): string {
  if (to === "other") return state.otherUrl();
  return to === "loop" ? path : "/mcp-moved";
}

function giantJson(response: ServerResponse, body: unknown, bytes: number): void {
  response.writeHead(200, { "content-type": "application/json" });
  const { id } = body as { readonly id: unknown };
  response.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"`);
  pour(response, bytes, "x".repeat(64 * 1024), () => response.end('"}]}}'));
}

function giantEvent(response: ServerResponse, bytes: number): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write("data: ");
  pour(response, bytes, "x".repeat(64 * 1024), () => response.end("\n\n"));
}

function flood(response: ServerResponse, body: unknown, bytes: number): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const notice = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "" } };
  const event = `data: ${JSON.stringify({ ...notice, params: { level: "info", data: "x".repeat(64 * 1024) } })}\n\n`;
  const { id } = body as { readonly id: unknown };
  const answer = { jsonrpc: "2.0", id, result: { content: [{ type: "text", text: "after the flood" }] } };
  pour(response, bytes, event, () => response.end(`data: ${JSON.stringify(answer)}\n\n`));
}

/** Writes `piece` until so many bytes are out, no faster than the reader takes them. */
function pour(response: ServerResponse, bytes: number, piece: string, done: () => void): void {
  let left = bytes;
  const step = (): void => {
    while (left > 0) {
      if (response.destroyed) return;
      left -= piece.length;
      if (!response.write(piece)) {
        response.once("drain", step);
        return;
      }
    }
    done();
  };
  step();
}
