import { Client, SdkError, SdkHttpError } from "@modelcontextprotocol/client";
import {
  type JsonRpcMessage,
  McpAuthError,
  type McpLoss,
  McpProtocolError,
  type McpSendOptions,
  type McpWire,
  type McpWireHandlers,
} from "@x/mcp-core";
import { toSdkTransport } from "@x/mcp-session/sdk";
import { describe, expect, test } from "vitest";

const info = { name: "test", version: "1.0.0" };
const failure = new McpProtocolError({ phase: "call", message: "It failed.", outcome: "unknown" });

interface HttpScript {
  readonly wire: McpWire;
  readonly sent: { readonly message: JsonRpcMessage; readonly options: McpSendOptions | undefined }[];
  handlers(): McpWireHandlers;
}

/** An HTTP-like wire whose answers are given by `answer`: a message, a loss, or nothing yet. */
function httpWire(answer: (message: JsonRpcMessage) => JsonRpcMessage | McpLoss | undefined): HttpScript {
  const sent: HttpScript["sent"] = [];
  let handlers: McpWireHandlers | undefined;
  return {
    sent,
    handlers() {
      if (handlers === undefined) throw new Error("The wire was not started.");
      return handlers;
    },
    wire: {
      kind: "http",
      start: async (next) => {
        handlers = next;
      },
      send: async (message, options) => {
        sent.push({ message, options });
        const reply = answer(message);
        if (reply === undefined) return;
        queueMicrotask(() => {
          if ("jsonrpc" in reply) handlers?.message(reply);
          else handlers?.lost(message.id ?? "", reply);
        });
      },
      close: async () => {},
    },
  };
}

const meta = { "io.modelcontextprotocol/serverInfo": { name: "scripted", version: "1" } };

function modern(message: JsonRpcMessage): JsonRpcMessage | undefined {
  const { id, method } = message;
  if (id === undefined || method !== "server/discover") return undefined;
  const result = {
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {} },
    ttlMs: 0,
    cacheScope: "private",
    _meta: meta,
  };
  return { jsonrpc: "2.0", id, result };
}

async function connect(script: HttpScript): Promise<Client> {
  const client = new Client(info, { versionNegotiation: { mode: "auto", probe: { timeoutMs: 5_000 } } });
  await client.connect(toSdkTransport(script.wire));
  return client;
}

describe("what a loss is to the official client", () => {
  const refused: readonly { what: string; loss: McpLoss; error: object }[] = [
    {
      what: "a 401 is an UnauthorizedError",
      loss: { status: 401, cause: failure },
      error: { name: "UnauthorizedError" },
    },
    {
      what: "a failed authorization without a status is one too",
      loss: {
        cause: new McpAuthError({
          authCode: "auth_required",
          message: "Log in.",
          phase: "apply",
          retry: "after-user",
        }),
      },
      error: { name: "UnauthorizedError", message: "Log in." },
    },
    {
      what: "a 403 is one too",
      loss: { status: 403, cause: failure },
      error: { name: "UnauthorizedError" },
    },
    {
      what: "a 503 keeps its status",
      loss: { status: 503, body: "busy", cause: failure },
      error: { status: 503, code: "ERA_NEGOTIATION_FAILED" },
    },
    {
      what: "a page with status 200 is no evidence",
      loss: { status: 200, body: "hello", cause: failure },
      error: { code: "ERA_NEGOTIATION_FAILED" },
    },
    {
      what: "a broken stream is no evidence",
      loss: { cause: failure },
      error: { code: "ERA_NEGOTIATION_FAILED" },
    },
  ];
  for (const { what, loss, error } of refused)
    test(`during the probe ${what}`, async () => {
      await expect(connect(httpWire(() => loss))).rejects.toMatchObject(error);
    });

  test("in a call it fails the call at once, with status and body", async () => {
    const loss: McpLoss = { status: 502, body: "bad gateway", cause: failure };
    const client = await connect(httpWire((message) => modern(message) ?? loss));
    const error: unknown = await client
      .callTool({ name: "x", arguments: {} })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SdkHttpError);
    expect(error).toBeInstanceOf(SdkError);
    expect(error).toMatchObject({ status: 502, data: { text: "bad gateway" }, cause: failure });
    await client.close();
  });
});

test("the client cancels a call by its signal and sends no notification", async () => {
  const script = httpWire(modern);
  const client = await connect(script);
  const stop = new AbortController();
  const calling = client.callTool({ name: "x", arguments: {} }, { signal: stop.signal });
  await expect.poll(() => script.sent.length).toBe(2);
  stop.abort();
  await expect(calling).rejects.toThrow();
  expect(script.sent[1]?.options?.signal?.aborted).toBe(true);
  expect(script.sent.map(({ message }) => message.method)).toEqual(["server/discover", "tools/call"]);
  // A late answer, or a late loss, finds nobody.
  const { id } = script.sent[1]?.message ?? {};
  script.handlers().message({ jsonrpc: "2.0", id: id ?? 0, result: {} });
  script.handlers().lost(id ?? 0, { cause: failure });
  await client.close();
});

test("headers of a request reach the wire", async () => {
  const transport = toSdkTransport(
    httpWire((message) => ({ jsonrpc: "2.0", id: message.id ?? 0, result: {} })).wire,
  );
  const script = httpWire((message) => ({ jsonrpc: "2.0", id: message.id ?? 0, result: {} }));
  const other = toSdkTransport(script.wire);
  await transport.start();
  await other.start();
  await other.send({ jsonrpc: "2.0", id: 1, method: "x" }, { headers: { "mcp-param-a": "1" } });
  expect(script.sent[0]?.options?.headers).toEqual({ "mcp-param-a": "1" });
});

test("a subscription whose stream is dropped is told so", async () => {
  let listening: JsonRpcMessage["id"];
  const script = httpWire((message) => {
    if (message.method === "subscriptions/listen") listening = message.id;
    return modern(message);
  });
  const client = await connect(script);
  const opening = client.listen({ toolsListChanged: true });
  await expect.poll(() => listening).toBeDefined();
  script.handlers().message({
    jsonrpc: "2.0",
    method: "notifications/subscriptions/acknowledged",
    params: {
      _meta: { "io.modelcontextprotocol/subscriptionId": listening },
      notifications: { toolsListChanged: true },
    },
  });
  const subscription = await opening;
  script.handlers().lost(listening ?? "", { cause: failure });
  expect(await subscription.closed).toBe("remote");
  await client.close();
});

test("an answer reaches the client only under the exact id of an open request", async () => {
  for (const forged of ["0", "", " ", "0x0", null, false]) {
    let settled = false;
    const script = httpWire(() => undefined);
    const client = new Client(info);
    const connecting = client.connect(toSdkTransport(script.wire)).then(
      () => {
        settled = true;
      },
      () => undefined,
    );
    await expect.poll(() => script.sent.length).toBe(1);
    const result = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      serverInfo: { name: "forged", version: "1" },
    };
    script.handlers().message({ jsonrpc: "2.0", id: forged as string, result });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([forged, settled]).toEqual([forged, false]);
    await client.close();
    script.handlers().closed({ reason: "stopped" });
    await connecting;
  }
});

test("the reason why a wire ended is told before the end", async () => {
  const script = httpWire(modern);
  const client = await connect(script);
  const seen: unknown[] = [];
  client.onerror = (error) => seen.push(error);
  client.onclose = () => seen.push("closed");
  script.handlers().closed({ reason: "dropped", error: failure });
  script.handlers().closed({ reason: "stopped" });
  await client.close();
  expect(seen).toEqual([failure, "closed"]);
});
