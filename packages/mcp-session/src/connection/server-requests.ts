import type { JsonObject } from "@x/mcp-core";
import type { McpExchange } from "../exchange/exchange.ts";
import { rpcCodes } from "../negotiate/rpc-codes.ts";
import type { HostAnswer, HostRequests } from "./host-requests.ts";

/** Answers what a legacy server asks of its client on the wire. */
export interface ServerRequests {
  handle(id: string | number, method: string, params: JsonObject): void;
  /** A `notifications/cancelled` of the server: its request is no longer wanted, and is not answered. */
  cancelled(params: JsonObject): void;
  /** Aborts every handler that is still at work. */
  end(): void;
}

/** More open questions than this are refused: no user answers them, and each holds memory. */
const maxOpen = 64;

/**
 * Makes the answering side of a connection (MCP 2025-11-25 client features). While a host works on a question, the
 * call timers of the connection stand still: on a pipe nobody can tell which call the question belongs to.
 */
export function createServerRequests(exchange: McpExchange, host: HostRequests): ServerRequests {
  const open = new Map<string | number, AbortController>();

  const respond = (id: string | number, answer: { result: JsonObject } | { error: JsonObject }): void => {
    exchange.respond(id, answer).catch(() => {
      // What a host gave may be no JSON, such as a BigInt or a cycle; the server must not wait for it in vain.
      if ("result" in answer) respond(id, rpcError(rpcCodes.internalError, notJson));
      // An error that cannot be sent: the connection is ending, and says so itself.
    });
  };

  const dispatch = async (id: string | number, method: string, params: JsonObject): Promise<void> => {
    const controller = new AbortController();
    open.set(id, controller);
    const release = exchange.hold();
    const answer = await host.ask(method, params, controller.signal);
    release();
    if (open.get(id) === controller) open.delete(id);
    if (!controller.signal.aborted) respond(id, toResponse(answer));
  };

  return {
    handle(id, method, params) {
      if (method === "ping") respond(id, { result: {} });
      else if (open.size >= maxOpen || open.has(id))
        respond(id, rpcError(rpcCodes.internalError, "Too many open requests, or an id that is in use."));
      else void dispatch(id, method, params);
    },
    cancelled({ requestId }) {
      if (typeof requestId !== "string" && typeof requestId !== "number") return;
      open.get(requestId)?.abort();
      open.delete(requestId);
    },
    end() {
      for (const controller of open.values()) controller.abort();
      open.clear();
    },
  };
}

const notJson = "The client could not answer: the host's answer cannot be sent as JSON.";

function toResponse(answer: HostAnswer): { result: JsonObject } | { error: JsonObject } {
  switch (answer.kind) {
    case "answer":
      return { result: answer.result };
    case "unsupported":
      return rpcError(rpcCodes.methodNotFound, `Not supported: ${answer.detail}.`);
    case "invalid-request":
      return rpcError(rpcCodes.invalidParams, `The request is not valid: ${answer.detail}.`);
    case "failed":
      return rpcError(rpcCodes.internalError, `The client could not answer: ${answer.detail}.`);
  }
}

function rpcError(code: number, message: string): { error: JsonObject } {
  return { error: { code, message } };
}
