import { memoryStore } from "@x/mcp-core";
import { createHttpTransport } from "@x/mcp-http";
import { type HttpFaultKind, startScriptedHttpServer } from "@x/mcp-testing";
import { expect, test } from "vitest";

const rpc = (code: number): string =>
  JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message: "no" } });
const json = { "content-type": "application/json" };

/** A legacy server that answers the probe oddly: what connecting comes to. */
const rows: Readonly<Record<string, { readonly fault: HttpFaultKind; readonly error?: object }>> = {
  "a 400 without a session, as the official server has it": {
    fault: { kind: "status", status: 400, headers: json, body: rpc(-32000) },
  },
  "method not found": { fault: { kind: "status", status: 404, headers: json, body: rpc(-32601) } },
  "invalid parameters": { fault: { kind: "status", status: 400, headers: json, body: rpc(-32602) } },
  "a 404 page": {
    fault: { kind: "status", status: 404, headers: { "content-type": "text/html" }, body: "<p>" },
  },
  "a 405": { fault: { kind: "status", status: 405 } },
  "a 406": { fault: { kind: "status", status: 406 } },
  "a 401": {
    fault: { kind: "status", status: 401 },
    error: { code: "auth", authCode: "auth_required", httpStatus: 401 },
  },
  "a 403": { fault: { kind: "status", status: 403 }, error: { code: "auth", httpStatus: 403 } },
  "a 500": { fault: { kind: "status", status: 500 }, error: { code: "connect_failed", status: 500 } },
  "a 503": { fault: { kind: "status", status: 503 }, error: { code: "connect_failed", retryable: true } },
  "an empty 200": { fault: { kind: "empty", status: 200 }, error: { code: "connect_failed", status: 200 } },
  "a 202": { fault: { kind: "empty", status: 202 }, error: { code: "connect_failed", status: 202 } },
  "a 204": { fault: { kind: "empty", status: 204 }, error: { code: "connect_failed", status: 204 } },
  "a text": {
    fault: { kind: "status", status: 200, headers: { "content-type": "text/plain" }, body: "hello" },
    error: { code: "connect_failed", status: 200 },
  },
  "a redirect elsewhere": {
    fault: { kind: "redirect", status: 307, to: "other" },
    error: { code: "connect_failed", status: 307 },
  },
  "a reset": { fault: { kind: "reset" }, error: { code: "connect_failed" } },
  silence: { fault: { kind: "hang" }, error: { code: "timeout", deadline: "connect" } },
};

test.each(Object.entries(rows))("a probe answered with %s", async (_, { fault, error }) => {
  await using server = await startScriptedHttpServer({
    script: { era: "legacy" },
    faults: [{ ...fault, on: "server/discover" }],
  });
  await using transport = createHttpTransport({
    kind: "streamable-http",
    serverId: "s",
    url: server.url,
    // Only where nothing comes is the deadline waited for; elsewhere a busy machine may take its time.
    connectTimeoutMs: fault.kind === "hang" ? 1_500 : 15_000,
  });
  const connecting = transport.connect();
  if (error === undefined) {
    expect((await connecting).length).toBeGreaterThan(0);
    expect(transport.serverInfo).toMatchObject({ era: "legacy" });
    expect(server.counters.count("initialize")).toBe(1);
  } else {
    await expect(connecting).rejects.toMatchObject(error);
    expect(transport.state).toBe("disconnected");
    // What says nothing about the era is not remembered: the next attempt asks again, and succeeds.
    server.clearFaults();
    expect((await transport.connect()).length).toBeGreaterThan(0);
  }
  expect(server.otherOrigin.requests).toBe(0);
});

test("a verdict is remembered, so that the next transport does not ask again", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "legacy" } });
  const store = memoryStore();
  const config = { kind: "streamable-http", serverId: "s", url: server.url } as const;
  for (let turn = 0; turn < 2; turn++) {
    await using transport = createHttpTransport(config, { store });
    await transport.connect();
  }
  expect(server.counters.count("server/discover")).toBe(1);
  expect(server.counters.count("initialize")).toBe(2);
});

test("a server of 2024-11-05 is found behind its refusals", async () => {
  await using server = await startScriptedHttpServer({ script: { era: "legacy" }, transport: "sse" });
  await using transport = createHttpTransport({ kind: "streamable-http", serverId: "s", url: server.url });
  await transport.connect();
  expect((await transport.callTool("echo", { text: "old" })).output).toBe("old");
  const states: string[] = [];
  transport.onStateChange((state) => states.push(state));
  await server.restart();
  await expect.poll(() => states).toContain("reconnecting");
  expect((await transport.callTool("echo", { text: "new" })).output).toBe("new");
});
