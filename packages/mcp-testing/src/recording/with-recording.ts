import {
  copyJson,
  isMcpError,
  isolateHandler,
  type JsonObject,
  type McpCallOptions,
  type McpProgress,
  type McpRequestOptions,
  type McpTool,
  type McpTransportPort,
  requestOptionsError,
} from "@x/mcp-core";
import type { RecordedExchange } from "./recording.ts";
import { createRecordingFile } from "./recording-file.ts";
import { createRedaction, type RedactionOptions } from "./redaction.ts";

/** Options of {@link withRecording}. */
export interface RecordingOptions extends RedactionOptions {
  /** Where it is written: one JSON object a line, as soon as it is known. `stop()` waits for it. */
  readonly file?: string;
  /** Hears of each exchange, redacted. */
  onExchange?(exchange: RecordedExchange): void;
}

/**
 * A decorator that records what a port is asked and what it answers: lists, calls with their progress, requests, and
 * failures. Secrets are taken out before anything is kept: values you name, values under telling keys, and what looks
 * like a token anywhere.
 */
export function withRecording(options: RecordingOptions): (port: McpTransportPort) => McpTransportPort {
  const redaction = createRedaction(options);
  const onExchange = options.onExchange && isolateHandler(options.onExchange.bind(options));
  return (port) => {
    const file = options.file === undefined ? undefined : createRecordingFile(options.file, port.serverId);
    const keep = (exchange: RecordedExchange): void => {
      const clean = redaction(exchange);
      file?.add(clean);
      onExchange?.(clean);
    };
    return recordedPort(port, keep, async () => file?.flush());
  };
}

/** Runs a request and keeps what came of it; a failure is kept without its cause. */
async function observed<T>(
  run: () => Promise<T>,
  answered: (result: T) => RecordedExchange,
  failed: (error: JsonObject) => RecordedExchange,
  keep: (exchange: RecordedExchange) => void,
): Promise<T> {
  let result: T;
  try {
    result = await run();
  } catch (error) {
    const told = isMcpError(error) ? error.toJSON() : { name: "Error", message: "An error of another kind." };
    keep(failed(told));
    throw error;
  }
  keep(answered(result));
  return result;
}

function recordedPort(
  port: McpTransportPort,
  keep: (exchange: RecordedExchange) => void,
  flush: () => Promise<void>,
): McpTransportPort {
  const list = (
    way: "connect" | "reconnect" | "listTools",
    request?: McpRequestOptions,
  ): Promise<readonly McpTool[]> =>
    observed(
      () => port[way](request),
      (tools) => {
        const { quarantined, serverInfo } = port;
        return { kind: "list", tools, quarantined, ...(serverInfo === undefined ? {} : { serverInfo }) };
      },
      (error) => ({ kind: "list", error }),
      keep,
    );

  const recorded: McpTransportPort = {
    get serverId() {
      return port.serverId;
    },
    get state() {
      return port.state;
    },
    get serverInfo() {
      return port.serverInfo;
    },
    get quarantined() {
      return port.quarantined;
    },
    connect: (request) => list("connect", request),
    reconnect: (request) => list("reconnect", request),
    listTools: (request) => list("listTools", request),
    callTool(name, args, call = {}) {
      const wrong = requestOptionsError(call, port.serverId);
      if (wrong !== undefined) return Promise.reject(wrong);
      const progress: McpProgress[] = [];
      const watched: McpCallOptions = {
        ...call,
        onProgress(step) {
          progress.push(step);
          call.onProgress?.(step);
        },
      };
      // Whoever gave them may change them before the answer comes, with which they are kept.
      const base = { kind: "call", name, args: copyJson(args) } as const;
      const told = (): object => (progress.length === 0 ? {} : { progress });
      return observed(
        () => port.callTool(name, args, watched),
        ({ serverId, toolName, raw }) => ({ ...base, serverId, toolName, ...told(), result: raw }),
        (error) => ({
          ...base,
          serverId: String(error.serverId ?? port.serverId),
          toolName: name,
          ...told(),
          error,
        }),
        keep,
      );
    },
    request(method, params, request) {
      const server = request?.serverId === undefined ? {} : { serverId: request.serverId };
      const base = { kind: "request", method, params: copyJson(params), ...server } as const;
      return observed(
        () => port.request(method, params, request),
        (result) => ({ ...base, result }),
        (error) => ({ ...base, error }),
        keep,
      );
    },
    on: (type, handler) => port.on(type, handler),
    onStateChange: (handler) => port.onStateChange(handler),
    async stop(stopOptions) {
      await port.stop(stopOptions);
      await flush();
    },
    [Symbol.asyncDispose]: () => recorded.stop(),
  };
  return recorded;
}
