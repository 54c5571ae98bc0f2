import path from "node:path";
import * as api from "@opentelemetry/api";
import { NodeSDK, metrics as sdkMetrics, tracing } from "@opentelemetry/sdk-node";
import { McpProtocolError, memoryStore, systemClock } from "@x/mcp-core";
import { stdioFactory } from "@x/mcp-stdio";
import { createMcpTransportPoolFromTransports } from "@x/pool";
import { hostSandbox } from "@x/sandbox-host";
import { type OtelApi, withTelemetry } from "@x/tools/otel";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fakePort } from "./fixtures/fake-port.ts";

const spans = new tracing.InMemorySpanExporter();
const measures = new sdkMetrics.InMemoryMetricExporter(sdkMetrics.AggregationTemporality.CUMULATIVE);
const reader = new sdkMetrics.PeriodicExportingMetricReader({
  exporter: measures,
  exportIntervalMillis: 3_600_000,
});
const sdk = new NodeSDK({
  spanProcessors: [new tracing.SimpleSpanProcessor(spans)],
  metricReaders: [reader],
  autoDetectResources: false,
});
const ended = (name: string) => spans.getFinishedSpans().filter((span) => span.name === name);

beforeAll(() => sdk.start());
afterAll(() => sdk.shutdown());
beforeEach(() => spans.reset());

describe("a call under telemetry", () => {
  it("is a span with the names of the conventions, a child of the caller's", async () => {
    const port = withTelemetry()(fakePort("docs"));
    await api.trace.getTracer("test").startActiveSpan("turn", async (turn) => {
      await port.callTool("echo", { text: "secret words" }, { toolCallId: "c1" });
      turn.end();
    });
    const [span] = ended("tools/call echo");
    const [turn] = ended("turn");
    expect(span?.kind).toBe(api.SpanKind.CLIENT);
    expect(span?.attributes).toEqual({
      "mcp.method.name": "tools/call",
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "echo",
      "gen_ai.tool.call.id": "c1",
      "mcp.server.id": "docs",
    });
    expect(span?.parentSpanContext?.spanId).toBe(turn?.spanContext().spanId);
    expect(JSON.stringify(spans.getFinishedSpans().map(({ attributes }) => attributes))).not.toContain(
      "secret",
    );
  });

  it("that fails, or answers with an error, says so without its words", async () => {
    const inner = fakePort("docs");
    const port = withTelemetry({ api: api as OtelApi })(inner);
    inner.onCall = async () => ({ content: [{ type: "text", text: "secret words" }], isError: true });
    await port.callTool("echo", {});
    inner.onCall = () =>
      Promise.reject(new McpProtocolError({ phase: "call", message: "secret words", outcome: "unknown" }));
    await expect(port.callTool("echo", {})).rejects.toThrow("secret words");
    const [answered, lost] = ended("tools/call echo");
    expect(answered?.attributes["error.type"]).toBe("tool_error");
    expect(lost?.attributes).toMatchObject({ "error.type": "call_failed", "mcp.outcome": "unknown" });
    for (const span of [answered, lost]) {
      expect(span?.status).toEqual({ code: api.SpanStatusCode.ERROR });
      expect(span?.events).toEqual([]);
    }
  });

  it("is measured, and so is every lost connection", async () => {
    const inner = fakePort("docs");
    const port = withTelemetry()(inner);
    await port.connect();
    inner.move("reconnecting", { reason: "dropped" });
    await port.callTool("echo", {});
    await reader.forceFlush();
    const all = measures
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
    const durations = all.findLast(({ descriptor }) => descriptor.name === "mcp.client.operation.duration");
    expect(durations?.descriptor.unit).toBe("s");
    expect(durations?.dataPoints.map(({ attributes }) => attributes)).toContainEqual({
      "mcp.method.name": "tools/call",
      "gen_ai.tool.name": "echo",
    });
    const reconnects = all.findLast(({ descriptor }) => descriptor.name === "mcp.client.reconnects");
    expect(reconnects?.dataPoints).toMatchObject([
      { attributes: { "mcp.server.id": "docs", reason: "dropped" }, value: 1 },
    ]);
  });

  it("counts what becomes of authorization, of each server of a pool", async () => {
    const inner = fakePort("docs");
    const pool = withTelemetry()(createMcpTransportPoolFromTransports({ transports: [inner] }));
    await pool.connect();
    const event = { type: "auth" } as const;
    inner.emit({ ...event, status: "login-started", issuer: "https://as.example" });
    inner.emit({ ...event, status: "refresh-failed", detail: "refresh_unavailable" });
    inner.emit({ ...event, status: "refresh-failed", detail: "refresh_unavailable" });
    await pool.callTool("docs__echo", {});
    await reader.forceFlush();
    const points = measures
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
      .findLast(({ descriptor }) => descriptor.name === "mcp.client.auth")?.dataPoints;
    expect(points).toMatchObject([
      { attributes: { "mcp.server.id": "docs", status: "login-started" }, value: 1 },
      {
        attributes: { "mcp.server.id": "docs", status: "refresh-failed", detail: "refresh_unavailable" },
        value: 2,
      },
    ]);
  });

  it("has one span for a pool and one for its server, where both are under telemetry", async () => {
    const telemetry = withTelemetry();
    const pool = telemetry(
      createMcpTransportPoolFromTransports({ transports: [telemetry(fakePort("docs"))] }),
    );
    await pool.connect();
    await pool.callTool("docs__echo", {});
    const [outer] = ended("tools/call docs__echo");
    const [inner] = ended("tools/call echo");
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
    expect(outer?.attributes["mcp.server.id"]).toBe("docs");
  });
});

describe("a server that reads the trace context of a call", () => {
  it("goes on with the same trace, and gets no baggage unless that is wanted", async () => {
    const makeTransport = stdioFactory({ sandbox: hostSandbox({ allowHostExecution: true }) });
    const context = { store: memoryStore(), clock: systemClock(), handlers: {}, principal: "ann" };
    const program = path.join(import.meta.dirname, "fixtures/traced-server.mjs");
    await using server = makeTransport(
      { kind: "stdio", serverId: "traced", command: process.execPath, args: [program], era: "legacy" },
      context,
    );
    const baggage = api.propagation.createBaggage({ user: { value: "ann" } });
    await api.context.with(api.propagation.setBaggage(api.context.active(), baggage), async () => {
      const seen = JSON.parse(String((await withTelemetry()(server).callTool("work", {})).output));
      const [span] = ended("tools/call work");
      expect(seen.traceId).toBe(span?.spanContext().traceId);
      expect(seen.parentSpanId).toBe(span?.spanContext().spanId);
      expect(seen.metaKeys).toContain("traceparent");
      expect(seen.metaKeys).not.toContain("baggage");
      const withBaggage = withTelemetry({ baggage: true })(server);
      expect(JSON.parse(String((await withBaggage.callTool("work", {})).output)).metaKeys).toContain(
        "baggage",
      );
    });
  });
});
