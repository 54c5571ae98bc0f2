import type { OtelApi, OtelAttributes, OtelSpan } from "./otel-api.ts";

const name = "@x/tools";
/** `SpanKind.CLIENT` and `SpanStatusCode.ERROR` of the API. */
const client = 2;
const failed = 2;

/** What a decorator writes with, made once the API is there. */
export interface Instruments {
  startSpan(title: string, attributes: OtelAttributes): OtelSpan;
  /** Runs with a span as the active one. */
  within<T>(span: OtelSpan, run: () => T): T;
  /** W3C trace context of a span; baggage only where it is wanted. */
  carrierOf(span: OtelSpan, baggage: boolean): Readonly<Record<string, string>>;
  fail(span: OtelSpan, errorType: string): void;
  recordDuration(ms: number, attributes: OtelAttributes): void;
  countReconnect(attributes: OtelAttributes): void;
  countAuth(attributes: OtelAttributes): void;
}

/** Makes the instruments of an API, with the names of the OpenTelemetry conventions for MCP. */
export function createInstruments(api: OtelApi): Instruments {
  const tracer = api.trace.getTracer(name);
  const meter = api.metrics.getMeter(name);
  const durations = meter.createHistogram("mcp.client.operation.duration", {
    unit: "s",
    description: "How long requests to MCP servers take.",
  });
  const reconnects = meter.createCounter("mcp.client.reconnects", {
    unit: "{reconnect}",
    description: "How often a connection to an MCP server was lost.",
  });
  const auth = meter.createCounter("mcp.client.auth", {
    unit: "{event}",
    description: "Logins, refreshes and what else became of authorization at MCP servers.",
  });
  const contextOf = (span: OtelSpan): never =>
    api.trace.setSpan(api.context.active() as never, span as never) as never;
  return {
    startSpan: (title, attributes) =>
      tracer.startSpan(title, { kind: client, attributes: { ...attributes } }),
    within: <T>(span: OtelSpan, run: () => T) => api.context.with(contextOf(span), run) as T,
    carrierOf(span, baggage) {
      const carrier: Record<string, string> = {};
      api.propagation.inject(contextOf(span), carrier);
      const wanted = ["traceparent", "tracestate", ...(baggage ? ["baggage"] : [])];
      return Object.fromEntries(Object.entries(carrier).filter(([key]) => wanted.includes(key)));
    },
    fail(span, errorType) {
      span.setAttributes({ "error.type": errorType });
      span.setStatus({ code: failed });
    },
    recordDuration: (ms, attributes) => durations.record(ms / 1000, { ...attributes }),
    countReconnect: (attributes) => reconnects.add(1, { ...attributes }),
    countAuth: (attributes) => auth.add(1, { ...attributes }),
  };
}
