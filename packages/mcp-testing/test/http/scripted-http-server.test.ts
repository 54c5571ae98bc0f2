import { type ScriptedHttpServer, startScriptedHttpServer } from "@x/mcp-testing";
import { expect, test } from "vitest";

const modern = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

function post(
  server: ScriptedHttpServer,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(server.url, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    headers,
  });
}

const call = { name: "echo", arguments: { text: "hi" } };
const modernHeaders = {
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": "echo",
};

test("a legacy client gets a session, and is refused without it, with a wrong one, and after its end", async () => {
  await using server = await startScriptedHttpServer();
  expect((await post(server, "tools/list")).status).toBe(400);
  const opened = await post(server, "initialize", { protocolVersion: "2025-11-25" });
  const session = opened.headers.get("mcp-session-id") ?? "";
  expect(session).not.toBe("");
  const headers = { "mcp-session-id": session };
  expect((await post(server, "tools/call", call, headers)).status).toBe(200);
  expect((await post(server, "tools/call", call, { "mcp-session-id": "other" })).status).toBe(404);
  expect((await fetch(server.url, { method: "DELETE", headers })).status).toBe(200);
  expect((await post(server, "tools/call", call, headers)).status).toBe(404);
  expect(server.counters.executions("echo")).toBe(1);
  expect(server.counters.sessions).toBe(1);
  expect(server.counters.count("DELETE")).toBe(1);
});

test("a modern client is held to the headers that repeat its body", async () => {
  await using server = await startScriptedHttpServer();
  const params = { ...call, _meta: modern };
  const good = await post(server, "tools/call", params, modernHeaders);
  expect(await good.json()).toMatchObject({ result: { content: [{ text: "hi" }], resultType: "complete" } });
  for (const name of Object.keys(modernHeaders)) {
    const bad = await post(server, "tools/call", params, { ...modernHeaders, [name]: "other" });
    expect(bad.status).toBe(400);
    expect(await bad.json()).toMatchObject({ error: { code: -32020 } });
  }
});

test("modern errors come with their status", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "modern" } });
  const unknown = await post(
    server,
    "no/such",
    { _meta: modern },
    { ...modernHeaders, "mcp-method": "no/such" },
  );
  expect(unknown.status).toBe(404);
  const legacy = await post(server, "initialize", { protocolVersion: "2025-11-25" });
  expect(legacy.status).toBe(400);
  expect(await legacy.json()).toMatchObject({ error: { code: -32022 } });
});

test("a fault befalls what it names, so often, and no more", async () => {
  await using server = await startScriptedHttpServer({ sessions: false });
  server.fault({ kind: "status", status: 503, times: 2 });
  server.fault({ kind: "status", status: 405, on: "GET" });
  const statuses = [];
  for (let turn = 0; turn < 3; turn++) statuses.push((await post(server, "tools/call", call)).status);
  expect(statuses).toEqual([503, 503, 200]);
  expect((await post(server, "tools/list")).status).toBe(200);
  expect((await fetch(server.url)).status).toBe(405);
  server.clearFaults();
  const stream = await fetch(server.url);
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  expect(server.standingStreams).toBe(1);
  await stream.body?.cancel();
});

test("a restart forgets sessions and keeps the port", async () => {
  await using server = await startScriptedHttpServer();
  const opened = await post(server, "initialize", { protocolVersion: "2025-11-25" });
  await opened.text();
  const headers = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
  const { url } = server;
  await server.restart();
  expect(server.url).toBe(url);
  expect((await post(server, "tools/list", {}, headers)).status).toBe(404);
});

test("closing leaves no connection and no port", async () => {
  const server = await startScriptedHttpServer({ sessions: false });
  server.fault({ kind: "hang" });
  const hanging = post(server, "tools/call", call).catch((error: unknown) => error);
  await expect.poll(() => server.counters.openConnections).toBe(1);
  await server.close();
  expect(await hanging).toBeInstanceOf(Error);
  await expect(fetch(server.url)).rejects.toThrow();
});
