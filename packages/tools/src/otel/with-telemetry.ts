import {
  type Clock,
  ConfigError,
  isMcpError,
  type McpCallOptions,
  type McpTool,
  type McpTransportPort,
  requestOptionsError,
  systemClock,
} from "@x/mcp-core";
import { decoratePort, type PortOverrides } from "../decorator/decorate-port.ts";
import { createInstruments, type Instruments } from "./instruments.ts";
import type { OtelApi, OtelAttributes, OtelSpan } from "./otel-api.ts";

/** Options of {@link withTelemetry}. */
export interface TelemetryOptions {
  /** The module `@opentelemetry/api`. Default: it is loaded with the first request. */
  readonly api?: OtelApi;
  /** Send `baggage` along with the trace context. Default false: servers are strangers. */
  readonly baggage?: boolean;
  readonly clock?: Clock;
}

/**
 * A decorator that writes spans and metrics with the OpenTelemetry conventions for MCP and GenAI: a span `tools/call
 * <tool>` for each call, one for each list and request, `mcp.client.operation.duration`, `mcp.client.reconnects` and
 * `mcp.client.auth` (by `status`).
 * The trace goes on in the server: `traceparent` and `tracestate` are in the `_meta` of each call (MCP basic). No
 * argument and no content of a result is written anywhere.
 */
export function withTelemetry(options: TelemetryOptions = {}): <P extends McpTransportPort>(port: P) => P {
  let instruments: Promise<Instruments> | undefined;
  const ready = (): Promise<Instruments> => {
    instruments ??= load(options.api);
    return instruments;
  };
  return (port) => decoratePort(port, (inner) => traced(inner, ready, options));
}

async function load(given: OtelApi | undefined): Promise<Instruments> {
  if (given !== undefined) return createInstruments(given);
  try {
    return createInstruments((await import("@opentelemetry/api")) as unknown as OtelApi);
  } catch (cause) {
    throw new ConfigError({
      pointer: "/api",
      problem: "@opentelemetry/api is not installed. Install it, or pass the module as { api }.",
      cause,
    });
  }
}

/** One request: what it is called, what is known about it, and what is done. */
interface Operation<T> {
  readonly method: string;
  readonly toolName?: string | undefined;
  readonly attributes: OtelAttributes;
  run(span: OtelSpan, instruments: Instruments): Promise<T>;
  /** What went wrong according to a result that is none of an error. */
  failed?(result: T): string | undefined;
}

function traced(
  port: McpTransportPort,
  ready: () => Promise<Instruments>,
  options: TelemetryOptions,
): PortOverrides {
  const { clock = systemClock(), baggage = false } = options;

  // Telemetry that cannot be loaded is reported by the request that needs it.
  const count = (write: (instruments: Instruments) => void): void => {
    ready().then(write, () => undefined);
  };
  port.on("auth", ({ serverId, status, detail }) => {
    const facts = detail === undefined ? { status } : { status, detail };
    count((instruments) => instruments.countAuth({ "mcp.server.id": serverId, ...facts }));
  });
  port.on("state", ({ serverId, change }) => {
    // A pool also tells the state of all its servers together, which is no connection.
    const together = "serverIds" in port && serverId === port.serverId;
    if (change.state !== "reconnecting" || together) return;
    const attributes = { "mcp.server.id": serverId, reason: change.reason };
    count((instruments) => instruments.countReconnect(attributes));
  });

  const observe = async <T>(operation: Operation<T>): Promise<T> => {
    const instruments = await ready();
    const { method, toolName, attributes } = operation;
    const common = {
      "mcp.method.name": method,
      ...(toolName === undefined ? {} : { "gen_ai.tool.name": toolName }),
    };
    const span = instruments.startSpan(toolName === undefined ? method : `${method} ${toolName}`, {
      ...common,
      ...attributes,
    });
    const start = clock.now();
    let errorType: string | undefined;
    try {
      const result = await instruments.within(span, () => operation.run(span, instruments));
      errorType = operation.failed?.(result);
      return result;
    } catch (error) {
      errorType = isMcpError(error) ? error.code : "_OTHER";
      if (isMcpError(error) && error.outcome !== undefined)
        span.setAttributes({ "mcp.outcome": error.outcome });
      throw error;
    } finally {
      if (errorType !== undefined) instruments.fail(span, errorType);
      span.end();
      instruments.recordDuration(clock.now() - start, {
        ...common,
        ...(errorType === undefined ? {} : { "error.type": errorType }),
      });
    }
  };

  const serverFacts = (serverId: string): OtelAttributes => {
    const version = port.serverInfo?.protocolVersion;
    return {
      "mcp.server.id": serverId,
      ...(version === undefined ? {} : { "mcp.protocol.version": version }),
    };
  };
  const list = (way: "connect" | "reconnect" | "listTools") => (request?: McpCallOptions) =>
    observe<readonly McpTool[]>({
      method: "tools/list",
      attributes: serverFacts(request?.serverId ?? port.serverId),
      run: () => port[way](request),
    });

  return {
    connect: list("connect"),
    reconnect: list("reconnect"),
    listTools: list("listTools"),
    request: (method, params, request) =>
      observe({
        method,
        attributes: serverFacts(request?.serverId ?? port.serverId),
        run: () => port.request(method, params, request),
      }),
    callTool(name, args, call = {}) {
      const wrong = requestOptionsError(call, port.serverId);
      if (wrong !== undefined) return Promise.reject(wrong);
      return observe({
        method: "tools/call",
        toolName: name,
        attributes: {
          "gen_ai.operation.name": "execute_tool",
          ...(call.toolCallId === undefined ? {} : { "gen_ai.tool.call.id": call.toolCallId }),
          ...serverFacts(port.serverId),
        },
        async run(span, instruments) {
          const meta = { ...instruments.carrierOf(span, baggage), ...call.meta };
          const result = await port.callTool(name, args, { ...call, meta });
          span.setAttributes({ "mcp.server.id": result.serverId });
          return result;
        },
        failed: ({ isError }) => (isError ? "tool_error" : undefined),
      });
    },
  };
}
