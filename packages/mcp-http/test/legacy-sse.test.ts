import { startScriptedHttpServer } from "@x/mcp-testing";
import { expect, test } from "vitest";
import { plainServer } from "./support/plain-server.ts";
import { callParams, recordedWire } from "./support/recorded-wire.ts";

test("a server of 2024-11-05 is spoken to over HTTP+SSE after its URL refuses the POST", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "legacy" }, transport: "sse" });
  const client = await recordedWire(server.url);
  await client.initialize();
  const outcomes = await Promise.all(
    ["a", "b", "c"].map((text) => client.request("tools/call", callParams("legacy", "echo", { text }))),
  );
  expect(outcomes.map((outcome) => "answer" in outcome)).toEqual([true, true, true]);
  expect(server.counters.count("GET")).toBe(1);
  await client.wire.close();
  expect(client.closed).toEqual([{ reason: "stopped" }]);
  await expect.poll(() => server.counters.openConnections).toBe(0);
});

test("a POST that fails loses its own call at once and no other", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "legacy" }, transport: "sse" });
  await using client = await recordedWire(server.url);
  await client.initialize();
  server.fault({ kind: "status", status: 500, times: 1 });
  const [failed, answered] = await Promise.all([
    client.request("tools/call", callParams("legacy", "echo", { text: "a" })),
    client.request("tools/call", callParams("legacy", "echo", { text: "b" })),
  ]);
  expect(failed).toMatchObject({ loss: { status: 500, cause: { outcome: "unknown" } } });
  expect(answered).toMatchObject({ answer: { result: { content: [{ text: "b" }] } } });
});

test("the end of the stream loses what is open and ends the connection", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "legacy" }, transport: "sse" });
  await using client = await recordedWire(server.url);
  await client.initialize();
  const call = client.request("tools/call", callParams("legacy", "wait", { ms: 20_000 }));
  await expect.poll(() => server.counters.executions("wait")).toBe(1);
  await server.restart();
  expect(await call).toMatchObject({ loss: { cause: { outcome: "unknown" } } });
  expect(client.closed).toMatchObject([{ reason: "dropped", error: { retryable: true } }]);
});

test("an endpoint on another origin is not spoken to", async () => {
  let elsewhere = 0;
  await using other = await plainServer((_, response) => {
    elsewhere += 1;
    response.end();
  });
  await using server = await plainServer((request, response) => {
    if (request.method === "POST") return response.writeHead(404).end("Cannot POST");
    response.writeHead(200, { "content-type": "text/event-stream" });
    return response.write(`event: endpoint\ndata: ${other.url}\n\n`);
  });
  await using client = await recordedWire(server.url);
  await expect(client.initialize()).rejects.toMatchObject({ code: "connect_failed" });
  expect(elsewhere).toBe(0);
});

test.each([
  ["no stream", 405, {}, ""],
  ["a page", 200, { "content-type": "text/html" }, "<p>"],
  ["a stream that ends without an endpoint", 200, { "content-type": "text/event-stream" }, ": hello\n\n"],
])("where the GET brings %s, the refusal of the POST stands", async (_, status, headers, body) => {
  await using server = await plainServer((request, response) => {
    if (request.method === "POST")
      response.writeHead(404, { "content-type": "text/plain" }).end("nothing here");
    else response.writeHead(status, headers).end(body);
  });
  await using client = await recordedWire(server.url);
  const outcome = await client.request("initialize", { protocolVersion: "2025-11-25", capabilities: {} });
  expect(outcome).toMatchObject({ loss: { status: 404, body: "nothing here" } });
});

test("a JSON-RPC error to the POST is no invitation to HTTP+SSE", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "modern" } });
  await using client = await recordedWire(server.url);
  const outcome = await client.request("initialize", { protocolVersion: "2025-11-25", capabilities: {} });
  expect(outcome).toMatchObject({ answer: { error: { code: -32022 } } });
  expect(server.counters.count("GET")).toBe(0);
});
