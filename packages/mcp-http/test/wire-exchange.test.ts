import { startScriptedHttpServer } from "@x/mcp-testing";
import { describe, expect, test } from "vitest";
import { callParams, modernMeta, recordedWire } from "./support/recorded-wire.ts";

const eras = ["legacy", "modern"] as const;
const answers = ["json", "sse"] as const;

describe.each(eras)("in the %s era", (era) => {
  test.each(answers)("a call is answered with %s", async (how) => {
    await using server = await startScriptedHttpServer({ script: { era }, answers: how });
    await using client = await recordedWire(server.url);
    if (era === "legacy") await client.initialize();
    const outcome = await client.request("tools/call", callParams(era, "echo", { text: "hé" }));
    expect(outcome).toMatchObject({ answer: { result: { content: [{ text: "hé" }] } } });
    expect(server.counters.executions("echo")).toBe(1);
    expect(client.losses).toEqual([]);
  });

  test("progress comes on the stream of its call, before the answer", async () => {
    await using server = await startScriptedHttpServer({ script: { era }, answers: "sse" });
    await using client = await recordedWire(server.url);
    if (era === "legacy") await client.initialize();
    const params = callParams(era, "wait", { ms: 40 });
    await client.request("tools/call", {
      ...params,
      _meta: { ...(params._meta as object), progressToken: "p" },
    });
    const methods = client.messages.slice(-5).map(({ method }) => method);
    expect(methods).toEqual([...Array(4).fill("notifications/progress"), undefined]);
  });

  test("64 calls in flight each get their own answer", async () => {
    await using server = await startScriptedHttpServer({ script: { era }, answers: "sse" });
    await using client = await recordedWire(server.url);
    if (era === "legacy") await client.initialize();
    const texts = Array.from({ length: 64 }, (_, index) => `text ${index}`);
    const outcomes = await Promise.all(
      texts.map((text) => client.request("tools/call", callParams(era, "echo", { text }))),
    );
    for (const [index, outcome] of outcomes.entries())
      expect(outcome).toMatchObject({ answer: { result: { content: [{ text: texts[index] }] } } });
  });

  test("a caller that gives up ends the request, and nothing is reported", async () => {
    await using server = await startScriptedHttpServer({ script: { era }, answers: "sse" });
    await using client = await recordedWire(server.url);
    if (era === "legacy") await client.initialize();
    const controller = new AbortController();
    void client.request("tools/call", callParams(era, "wait", { ms: 5_000 }), controller.signal);
    await expect.poll(() => server.counters.executions("wait")).toBe(1);
    controller.abort();
    await expect.poll(() => server.counters.cancelled).toBe(1);
    expect(client.losses).toEqual([]);
  });
});

test("modern headers repeat what the body says, and a name that is no ASCII is encoded", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "modern" } });
  await using client = await recordedWire(server.url, { headers: { "x-team": "search" } });
  const discovered = await client.request("server/discover", { _meta: modernMeta });
  expect(discovered).toMatchObject({ answer: { result: { supportedVersions: ["2026-07-28"] } } });
  await client.request("tools/call", callParams("modern", "naïve", {}));
  const [discover, call] = server.counters.requests;
  expect(discover?.headers).toMatchObject({
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "server/discover",
    "x-team": "search",
  });
  expect(discover?.headers["mcp-name"]).toBeUndefined();
  expect(call?.headers["mcp-name"]).toBe("=?base64?bmHDr3Zl?=");
});

test("the headers of a call may add to those of the protocol but not replace them", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "modern" } });
  await using client = await recordedWire(server.url);
  const message = {
    jsonrpc: "2.0",
    id: "x",
    method: "tools/call",
    params: callParams("modern", "echo", { text: "x" }),
  } as const;
  await client.wire.send(message, { headers: { "Mcp-Param-Region": "eu", "Mcp-Method": "forged" } });
  await expect.poll(() => client.messages.length).toBe(1);
  expect(server.counters.requests[0]?.headers).toMatchObject({
    "mcp-param-region": "eu",
    "mcp-method": "tools/call",
  });
});

test("a JSON-RPC error with a 4xx is the answer in the modern era, also where it names no request", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "modern" } });
  await using client = await recordedWire(server.url);
  const unknown = await client.request("no/such", { _meta: modernMeta });
  expect(unknown).toMatchObject({ answer: { id: "t-1", error: { code: -32601 } } });
  server.fault({
    kind: "status",
    status: 400,
    body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"no"}}',
  });
  const refused = await client.request("tools/call", callParams("modern", "echo", {}));
  expect(refused).toMatchObject({ answer: { id: "t-2", error: { code: -32602 } } });
});

test("the session of the handshake is named until the wire closes, and then ended", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "legacy" } });
  const client = await recordedWire(server.url);
  await client.initialize();
  await client.request("tools/list");
  await client.wire.close();
  await client.wire.close();
  const [initialize, initialized, list] = server.counters.requests;
  expect(initialize?.headers["mcp-session-id"]).toBeUndefined();
  expect(initialize?.headers["mcp-protocol-version"]).toBeUndefined();
  expect(initialized?.headers["mcp-session-id"]).toBe(list?.headers["mcp-session-id"]);
  expect(list?.headers).toMatchObject({ "mcp-protocol-version": "2025-11-25" });
  expect(list?.headers["mcp-method"]).toBeUndefined();
  expect(server.counters.count("DELETE")).toBe(1);
  expect(client.closed).toEqual([{ reason: "stopped" }]);
  await expect.poll(() => server.counters.openConnections).toBe(0);
});

test("a server that never answers the DELETE delays the close by no more than its grace", async () => {
  await using server = await startScriptedHttpServer({
    script: { era: "legacy" },
    faults: [{ kind: "hang", on: "DELETE" }],
  });
  const client = await recordedWire(server.url);
  await client.initialize();
  const startedAt = performance.now();
  await client.wire.close({ graceMs: 200 });
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  await expect.poll(() => server.counters.openConnections).toBe(0);
});

test("after the close nothing is sent and nothing is reported", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "modern" }, answers: "sse" });
  const client = await recordedWire(server.url);
  void client.request("tools/call", callParams("modern", "wait", { ms: 5_000 }));
  await expect.poll(() => server.counters.executions("wait")).toBe(1);
  await client.wire.close();
  await expect(client.wire.send({ jsonrpc: "2.0", id: 9, method: "ping" })).rejects.toMatchObject({
    code: "closed",
    outcome: "not-sent",
  });
  expect(client.losses).toEqual([]);
  await expect.poll(() => server.counters.openConnections).toBe(0);
});

test("a sender that never answers and ignores its signal delays the close by no more than its grace", async () => {
  const client = await recordedWire("http://localhost/mcp", {
    send: async (request) => {
      const { id, method } = JSON.parse(request.body ?? "{}") as { id?: unknown; method?: string };
      if (request.method !== "POST") return new Promise(() => {});
      const result = { protocolVersion: "2025-11-25", capabilities: { logging: {} }, serverInfo: {} };
      const json = method === "initialize" ? JSON.stringify({ jsonrpc: "2.0", id, result }) : "";
      return {
        status: json === "" ? 202 : 200,
        headers: { "content-type": "application/json", "mcp-session-id": "s" },
        body: (async function* () {
          yield Buffer.from(json);
        })(),
      };
    },
  });
  await client.initialize();
  await client.wire.close({ graceMs: 50 });
  expect(client.closed).toEqual([{ reason: "stopped" }]);
});
