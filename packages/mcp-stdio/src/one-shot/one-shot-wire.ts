import {
  type Clock,
  type JsonObject,
  type JsonRpcMessage,
  type McpError,
  type McpEventBody,
  McpProtocolError,
  type McpWire,
  type McpWireHandlers,
} from "@x/mcp-core";
import { isSandboxError, type SandboxError } from "@x/sandbox";
import { notOpenError } from "../pipe/wire-errors.ts";
import { linkSignals } from "./linked-signal.ts";
import { createListCache } from "./list-cache.ts";
import { planOneShot, withoutCapabilities } from "./one-shot-plan.ts";
import { type OneShotResult, type OneShotSettings, runOneShot } from "./run-one-shot.ts";
import { createSlots } from "./slots.ts";

/** What a one-shot wire is made of. */
export interface OneShotWireOptions extends OneShotSettings {
  readonly clock: Clock;
  /** How many processes may run at once. */
  readonly concurrency: number;
  /** How long a page of the tool list is remembered. */
  readonly listTtlMs: number;
  /** Told when the session turns out to be closed; returns the reason for the wire's end. */
  sessionLost(): "sandbox-closed" | "dropped";
}

type Request = JsonRpcMessage & { readonly id: string | number };

/**
 * The wire over a session that can only `exec`: each request is a process of its own, handshake included where the era
 * wants one. Nothing leaks, and nothing is kept from one request to the next.
 */
export function createOneShotWire(options: OneShotWireOptions): McpWire {
  const { serverId, clock } = options;
  const slots = createSlots(options.concurrency);
  const lists = createListCache(clock, options.listTtlMs);
  const stop = new AbortController();
  const running = new Set<Promise<void>>();
  let handlers: McpWireHandlers | undefined;
  let initialize: JsonObject | undefined;
  let closing: Promise<void> | undefined;

  const emit = (body: McpEventBody): void => handlers?.event({ serverId, at: clock.now(), ...body });
  const finish = (change: Parameters<McpWireHandlers["closed"]>[0]): void => {
    const last = handlers;
    handlers = undefined;
    last?.closed(change);
  };

  const run = async (request: Request, signal: AbortSignal): Promise<void> => {
    const release = await slots.take(signal);
    if (release === undefined) return;
    try {
      const mark = `mcp-${Math.floor(clock.random() * 36 ** 8).toString(36)}`;
      deliver(request, await runOneShot(options, planOneShot(request, initialize), mark, signal));
    } catch (error) {
      fail(request, error);
    } finally {
      release();
    }
  };

  const deliver = (request: Request, result: OneShotResult): void => {
    const { answer, noiseBytes, stderr } = result;
    if (stderr !== "") emit({ type: "stderr", text: stderr });
    if (noiseBytes > 0) emit({ type: "noise", bytes: noiseBytes });
    const max = options.maxMessageBytes;
    for (const actual of result.overlong) emit({ type: "limit", limit: "message-bytes", actual, max });
    for (const message of result.progress) handlers?.message(message);
    if ("failure" in answer) {
      handlers?.lost(request.id, { cause: answer.failure });
      return;
    }
    lists.put(request, answer.result);
    handlers?.message(answer);
  };

  const fail = (request: Request, error: unknown): void => {
    if (!isSandboxError(error)) throw error;
    // Whoever cancelled it does not wait for it any more.
    if (error.code === "cancelled") return;
    handlers?.lost(request.id, { cause: sandboxFailure(serverId, error) });
    if (error.code === "closed" || error.code === "state_lost") finish({ reason: options.sessionLost() });
  };

  const answerFromCache = (request: Request): boolean => {
    const result = lists.get(request);
    if (result === undefined) return false;
    queueMicrotask(() => handlers?.message({ jsonrpc: "2.0", id: request.id, result }));
    return true;
  };

  return {
    kind: "one-shot",
    async start(given) {
      handlers = given;
      const message = `Server "${serverId}" runs in a sandbox that keeps no process: each request starts it anew, and its state is not kept.`;
      emit({ type: "warning", code: "state-not-kept", message });
    },
    async send(message, sendOptions) {
      if (closing !== undefined || handlers === undefined) throw notOpenError(serverId);
      const { id, method } = message;
      if (method === "notifications/initialized") return; // it goes with every request
      if (method === undefined || id === undefined || id === null) throw cannotTell(serverId);
      let request: Request = { ...message, id };
      if (method === "initialize") {
        initialize = withoutCapabilities(message.params ?? {});
        request = { ...request, params: initialize };
      }
      if (answerFromCache(request)) return;
      const link = linkSignals([stop.signal, sendOptions?.signal]);
      const ended = run(request, link.signal).finally(() => {
        link.release();
        running.delete(ended);
      });
      running.add(ended);
    },
    close() {
      closing ??= (async () => {
        stop.abort();
        await Promise.all(running);
        finish({ reason: "stopped" });
      })();
      return closing;
    },
  };
}

function sandboxFailure(serverId: string, error: SandboxError): McpError {
  return new McpProtocolError({
    phase: "call",
    message: `The process of server "${serverId}" could not be run: ${error.message}`,
    serverId,
    cause: error,
    retryable: error.retryable,
    outcome: error.code === "state_lost" ? "unknown" : "not-sent",
  });
}

/** There is no process that could hear it. */
function cannotTell(serverId: string): McpProtocolError {
  return new McpProtocolError({
    phase: "call",
    code: "unsupported",
    message: `Server "${serverId}" runs for one request at a time: it can be told nothing else. Use a sandbox that can spawn.`,
    serverId,
    outcome: "not-sent",
  });
}
