import { startScriptedHttpServer } from "@x/mcp-testing";
import { expect, test } from "vitest";
import { callParams, recordedWire } from "./support/recorded-wire.ts";

test("a stream that ended with an id is resumed after the time the server asked for", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "legacy" } });
  await using client = await recordedWire(server.url);
  await client.initialize();
  server.fault({ kind: "cut-and-resume", retryMs: 500, refuseEarly: true });
  const outcome = await client.request("tools/call", callParams("legacy", "echo", { text: "late" }));
  expect(outcome).toMatchObject({ answer: { result: { content: [{ text: "late" }] } } });
  expect(server.counters.executions("echo")).toBe(1);
  const call = server.counters.requests.find(({ rpcMethod }) => rpcMethod === "tools/call");
  const resumed = server.counters.requests.filter(({ headers }) => headers["last-event-id"] !== undefined);
  expect(resumed).toHaveLength(1);
  expect(resumed[0]?.headers["mcp-session-id"]).toBe(call?.headers["mcp-session-id"]);
  const waited = (resumed[0]?.at ?? 0) - (call?.at ?? 0);
  expect(waited).toBeGreaterThanOrEqual(450);
  expect(waited).toBeLessThan(2 * 500);
});

test("a stream the server does not give again loses the call, which may have run", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "legacy" }, standingStream: false });
  await using client = await recordedWire(server.url);
  await client.initialize();
  server.fault({ kind: "cut-and-resume", retryMs: 10 });
  server.fault({ kind: "status", status: 405, on: "GET" });
  const outcome = await client.request("tools/call", callParams("legacy", "echo", { text: "x" }));
  expect(outcome).toMatchObject({ loss: { cause: { outcome: "unknown" } } });
  expect(server.counters.requests.filter(({ headers }) => headers["last-event-id"])).toHaveLength(1);
  expect(server.counters.executions("echo")).toBe(1);
});

test("a stream that brings nothing however often it is resumed is given up", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "legacy" }, standingStream: false });
  await using client = await recordedWire(server.url);
  await client.initialize();
  server.fault({ kind: "cut-and-resume", retryMs: 5 });
  server.fault({ kind: "get-closed", on: "GET" });
  const outcome = await client.request("tools/call", callParams("legacy", "echo", { text: "x" }));
  expect(outcome).toMatchObject({ loss: { cause: { outcome: "unknown" } } });
  const resumed = server.counters.requests.filter(({ headers }) => headers["last-event-id"]);
  expect(resumed.length).toBeLessThanOrEqual(6);
});

test("a call that is given up is not resumed", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "legacy" }, standingStream: false });
  await using client = await recordedWire(server.url);
  await client.initialize();
  server.fault({ kind: "cut-and-resume", retryMs: 300 });
  const controller = new AbortController();
  void client.request("tools/call", callParams("legacy", "echo", { text: "x" }), controller.signal);
  await expect.poll(() => server.counters.executions("echo")).toBe(1);
  controller.abort();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(server.counters.requests.filter(({ headers }) => headers["last-event-id"])).toEqual([]);
});

test("the modern era has no resumption: the call is lost at once", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "modern" } });
  await using client = await recordedWire(server.url);
  server.fault({ kind: "cut-and-resume", retryMs: 10 });
  const outcome = await client.request("tools/call", callParams("modern", "echo", { text: "x" }));
  expect(outcome).toMatchObject({ loss: { cause: { outcome: "unknown" } } });
  expect(server.counters.count("GET")).toBe(0);
});
