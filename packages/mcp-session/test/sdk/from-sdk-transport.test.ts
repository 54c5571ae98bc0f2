import {
  InMemoryTransport,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { StdioClientTransport as StdioClientTransportV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  StreamableHTTPClientTransport as HttpTransportV1,
  StreamableHTTPError,
} from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport as InMemoryTransportV1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import {
  isMcpError,
  type JsonRpcMessage,
  type McpEvent,
  type McpLoss,
  type McpWire,
  type McpWireHandlers,
} from "@x/mcp-core";
import { fromSdkTransport, type SdkSendOptions, type SdkTransportLike } from "@x/mcp-session/sdk";
import { scriptedServerCommand } from "@x/mcp-testing";
import { describe, expect, test } from "vitest";
import { connectServerV1, serverV2 } from "./sdk-servers.ts";

interface Watch {
  readonly messages: JsonRpcMessage[];
  readonly lost: { readonly id: unknown; readonly loss: McpLoss }[];
  readonly closed: unknown[];
  readonly events: McpEvent[];
  readonly handlers: McpWireHandlers;
}

function watch(): Watch {
  const seen = { messages: [], lost: [], closed: [], events: [] } as Omit<Watch, "handlers">;
  return {
    ...seen,
    handlers: {
      message: (message) => void seen.messages.push(message),
      lost: (id, loss) => void seen.lost.push({ id, loss }),
      closed: (change) => void seen.closed.push(change),
      event: (event) => void seen.events.push(event),
    },
  };
}

const modern = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};
const discover = (id: string): JsonRpcMessage => ({
  jsonrpc: "2.0",
  id,
  method: "server/discover",
  params: modern,
});
const initialize = (id: string): JsonRpcMessage => ({
  jsonrpc: "2.0",
  id,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1.0.0" } },
});

async function ask(wire: McpWire, message: JsonRpcMessage): Promise<JsonRpcMessage> {
  const seen = watch();
  await wire.start(seen.handlers);
  await wire.send(message);
  await expect.poll(() => seen.messages.length).toBe(1);
  await wire.close();
  await wire.close();
  expect(seen.closed).toEqual([{ reason: "stopped" }]);
  return seen.messages[0] as JsonRpcMessage;
}

describe("a wire over a transport of the SDKs", () => {
  test("version 2, in memory, modern", async () => {
    const [near, far] = InMemoryTransport.createLinkedPair();
    serveStdio(() => serverV2({ cancelled: 0 }), { transport: far });
    const wire = fromSdkTransport(near);
    expect(wire.kind).toBe("pipe");
    expect((await ask(wire, discover("a"))).result).toMatchObject({ supportedVersions: ["2026-07-28"] });
  });

  test("version 1, in memory", async () => {
    const [near, far] = InMemoryTransportV1.createLinkedPair();
    await connectServerV1(far, { cancelled: 0 });
    const answer = await ask(fromSdkTransport(near), initialize("a"));
    expect(answer).toMatchObject({ id: "a", result: { serverInfo: { name: "sdk-v1" } } });
  });

  test.each([
    ["version 1", StdioClientTransportV1],
    ["version 2", StdioClientTransport],
  ] as const)("%s, a process", async (_version, Transport) => {
    const { command, args } = scriptedServerCommand("normal");
    const wire = fromSdkTransport(new Transport({ command, args: [...args], stderr: "ignore" }));
    const answer = await ask(wire, initialize("a"));
    expect(answer.result).toMatchObject({ protocolVersion: "2025-11-25" });
    expect(Number(wire.processId)).toBeGreaterThan(1);
    expect(() => process.kill(Number(wire.processId), 0)).toThrow();
  });

  test("a process that exits is told as that", async () => {
    const wire = fromSdkTransport(
      new StdioClientTransport({ command: process.execPath, args: ["-e", ""], stderr: "ignore" }),
    );
    const seen = watch();
    await wire.start(seen.handlers);
    await expect.poll(() => seen.closed).toEqual([{ reason: "process-exited" }]);
    await wire.close();
    expect(seen.closed).toHaveLength(1);
  });

  test.each(["legacy", "modern"] as const)("version 2, Streamable HTTP, %s", async (era) => {
    const handler = createMcpHandler(() => serverV2({ cancelled: 0 }));
    const wire = fromSdkTransport(
      new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), {
        fetch: (url, init) => handler.fetch(new Request(url, init)),
      }),
    );
    expect(wire.kind).toBe("http");
    const answer = await ask(wire, era === "legacy" ? initialize("a") : discover("a"));
    expect(answer.result).toMatchObject({ capabilities: { tools: {} } });
  });

  test("version 1, Streamable HTTP", async () => {
    const handler = createMcpHandler(() => serverV2({ cancelled: 0 }));
    const fetch = (url: string | URL, init?: RequestInit): Promise<Response> =>
      handler.fetch(new Request(url, init));
    const wire = fromSdkTransport(new HttpTransportV1(new URL("http://127.0.0.1/mcp"), { fetch }));
    expect(wire.kind).toBe("http");
    expect((await ask(wire, initialize("a"))).result).toMatchObject({ serverInfo: { name: "sdk-v2" } });
  });
});

/** A transport whose `send` fails as it is told. */
function failing(error: unknown, extras: object = { hasPerRequestStream: true }): SdkTransportLike {
  return { start: async () => {}, send: () => Promise.reject(error), close: async () => {}, ...extras };
}

async function lossOf(error: unknown, message: JsonRpcMessage = initialize("a")): Promise<Watch> {
  const seen = watch();
  const wire = fromSdkTransport(failing(error));
  await wire.start(seen.handlers);
  await wire.send(message);
  return seen;
}

describe("a request that a transport of the SDKs refuses", () => {
  const http = (status: number, text: string): SdkHttpError =>
    new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, "no", { status, text });

  test.each([
    ["of version 2", http(404, "gone"), { status: 404, body: "gone" }, "call_failed"],
    [
      "of version 1",
      new StreamableHTTPError(404, "Error POSTing to endpoint: gone"),
      { status: 404, body: "gone" },
      "call_failed",
    ],
    ["with 401", http(401, ""), { status: 401 }, "auth"],
    ["with 403", http(403, ""), { status: 403 }, "auth"],
    ["by name", Object.assign(new Error("no"), { name: "UnauthorizedError" }), {}, "auth"],
    [
      "with a page",
      new SdkError(SdkErrorCode.ClientHttpUnexpectedContent, "no"),
      { status: 200 },
      "call_failed",
    ],
    [
      "with a page, version 1",
      new StreamableHTTPError(-1, "Unexpected content type: text/html"),
      { status: 200 },
      "call_failed",
    ],
    ["with broken JSON", new SyntaxError("Unexpected token"), { status: 200 }, "call_failed"],
    ["by the network", new TypeError("fetch failed", { cause: { code: "ECONNRESET" } }), {}, "call_failed"],
  ] as const)("is lost %s", async (_how, error, facts, code) => {
    const { lost, messages } = await lossOf(error);
    expect(messages).toEqual([]);
    expect(lost).toHaveLength(1);
    expect(lost[0]).toMatchObject({ id: "a", loss: facts });
    expect(lost[0]?.loss.cause).toMatchObject({ code, cause: error });
    expect(isMcpError(lost[0]?.loss.cause)).toBe(true);
    expect(lost[0]?.loss.cause.message).not.toContain("gone");
  });

  test("and never left is rejected", async () => {
    const refused = new TypeError("fetch failed", {
      cause: Object.assign(new Error("no"), { code: "ECONNREFUSED" }),
    });
    for (const error of [
      refused,
      new SdkError(SdkErrorCode.NotConnected, "Not connected"),
      new Error("Not connected"),
    ]) {
      const seen = watch();
      const wire = fromSdkTransport(failing(error));
      await wire.start(seen.handlers);
      await expect(wire.send(initialize("a"))).rejects.toBe(error);
      expect(seen.lost).toEqual([]);
    }
    const pipe = fromSdkTransport(failing(new Error("EPIPE"), {}));
    await expect(pipe.send(initialize("a"))).rejects.toThrow("EPIPE");
  });

  test("with a JSON-RPC error is answered, in the modern era", async () => {
    const error = { code: -32022, message: "no", data: { supported: ["2025-11-25"] } };
    for (const id of ["a", null]) {
      const refused = http(404, JSON.stringify({ jsonrpc: "2.0", id, error }));
      expect((await lossOf(refused, discover("a"))).messages).toEqual([{ jsonrpc: "2.0", id: "a", error }]);
      expect((await lossOf(refused)).lost).toHaveLength(1);
    }
    for (const text of [JSON.stringify({ id: "b", error }), JSON.stringify({ id: "a" }), "[]", "<html>", ""])
      expect((await lossOf(http(404, text), discover("a"))).lost).toHaveLength(1);
  });
});

test("a stream that ends without an answer loses its request, one that ends after it does not", async () => {
  const ends: (() => void)[] = [];
  const transport: SdkTransportLike = {
    start: async () => {},
    send: async (_message: never, options?: SdkSendOptions) => {
      ends.push(() => options?.onRequestStreamEnd?.());
    },
    close: async () => {},
  };
  const seen = watch();
  const wire = fromSdkTransport(transport, { kind: "http" });
  await wire.start(seen.handlers);
  await wire.send(initialize("a"));
  await wire.send(initialize("b"));
  (transport.onmessage as (message: JsonRpcMessage) => void)({ jsonrpc: "2.0", id: "b", result: {} });
  for (const end of [...ends, ...ends]) end();
  expect(seen.lost.map(({ id }) => id)).toEqual(["a"]);
  expect(seen.lost[0]?.loss.cause.outcome).toBe("unknown");
});

test("signal and headers reach the transport, its version too", async () => {
  const seen: unknown[] = [];
  const transport: SdkTransportLike & { readonly hasPerRequestStream: true } = {
    hasPerRequestStream: true,
    start: async () => {},
    send: async (_message: never, options?: SdkSendOptions) => {
      seen.push(options?.headers, options?.requestSignal);
    },
    close: async () => {},
    setProtocolVersion: (version) => seen.push(version),
  };
  const wire = fromSdkTransport(transport);
  const { signal } = new AbortController();
  await wire.send(initialize("a"), { headers: { a: "b" }, signal });
  wire.setProtocolVersion?.("2025-11-25");
  expect(seen).toEqual([{ a: "b" }, signal, "2025-11-25"]);
});

test("what the transport complains of is a warning without its text", async () => {
  const seen = watch();
  const transport = failing(new Error("unused"), {});
  await fromSdkTransport(transport, { serverId: "files" }).start(seen.handlers);
  transport.onerror?.(new TypeError("hunter2"));
  expect(seen.events).toMatchObject([{ type: "warning", code: "sdk-transport", serverId: "files" }]);
  expect(JSON.stringify(seen.events)).not.toContain("hunter2");
});

test("closing ends the session at the server, and a failing DELETE stops nothing", async () => {
  const order: string[] = [];
  const transport = {
    sessionId: "s",
    terminateSession: async () => {
      order.push("terminate");
      throw new Error("405");
    },
    start: async () => {},
    send: async () => {},
    close: async () => void order.push("close"),
  };
  const seen = watch();
  const wire = fromSdkTransport(transport);
  await wire.start(seen.handlers);
  await Promise.all([wire.close(), wire.close()]);
  expect(order).toEqual(["terminate", "close"]);
  expect(seen.closed).toEqual([{ reason: "stopped" }]);
});
