import type { Transport as TransportV1 } from "@modelcontextprotocol/sdk/shared/transport.js";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import {
  McpAuthError,
  type McpTransportPort,
  type McpWire,
  type McpWireHandlers,
  memoryStore,
  systemClock,
} from "@x/mcp-core";
import { createMcpSession, type McpSessionOptions, negotiate } from "@x/mcp-session";
import { sdkNegotiator } from "@x/mcp-session/sdk";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type MemoryPair, memoryPair } from "./memory-pair.ts";
import { connectServerV1, serverV2 } from "./sdk-servers.ts";

interface Bench {
  readonly port: McpTransportPort;
  /** One for each wire that was opened. */
  readonly pairs: readonly MemoryPair[];
}

function bench(
  open: (pair: MemoryPair, attempt: number) => Promise<void>,
  options: Partial<McpSessionOptions> = {},
): Bench {
  const pairs: MemoryPair[] = [];
  const port = createMcpSession({
    serverId: "server",
    configKey: "server",
    store: memoryStore(),
    clock: systemClock(),
    principal: "test",
    handlers: { elicit: async () => ({ action: "accept", content: { name: "Ada" } }) },
    negotiator: sdkNegotiator(),
    probeTimeoutMs: 100,
    openWire: async () => {
      const pair = memoryPair();
      pairs.push(pair);
      await open(pair, pairs.length);
      return pair.wire;
    },
    ...options,
  });
  return { port, pairs };
}

const modern = async (pair: MemoryPair): Promise<void> => {
  serveStdio(() => serverV2({ cancelled: 0 }), { transport: pair.far });
};
const legacy = async (pair: MemoryPair): Promise<void> => {
  await connectServerV1(pair.far as TransportV1, { cancelled: 0 });
};
const mute = async (): Promise<void> => {};

const methods = (pair: MemoryPair | undefined): readonly unknown[] =>
  pair?.sent.map(({ method }) => method) ?? [];

afterEach(() => {
  vi.doUnmock("@modelcontextprotocol/client");
  vi.resetModules();
});

describe("the official client negotiates for a session", () => {
  test.each([
    { era: "auto", open: modern, is: "modern", name: "sdk-v2" },
    { era: "auto", open: legacy, is: "legacy", name: "sdk-v1" },
    { era: "legacy", open: modern, is: "legacy", name: "sdk-v2" },
    { era: "legacy", open: legacy, is: "legacy", name: "sdk-v1" },
    { era: "modern", open: modern, is: "modern", name: "sdk-v2" },
  ] as const)("era $era, $name", async ({ era, open, is, name }) => {
    const { port, pairs } = bench(open, { era });
    await port.connect();
    expect(port.serverInfo).toMatchObject({
      era: is,
      name,
      instructions: "Be kind.",
      capabilities: { tools: {} },
    });
    expect((await port.callTool("add", { a: 1, b: 2 })).output).toEqual({ sum: 3 });
    expect((await port.callTool("ask", {})).output).toBe("Hello Ada");
    await port.stop();
    expect(pairs.map(({ closes }) => closes)).toEqual([1]);
  });

  test("what it learns is what ours learns", async () => {
    for (const open of [modern, legacy]) {
      const theirs = bench(open);
      const ours = bench(open, { negotiator: negotiate });
      await Promise.all([theirs.port.connect(), ours.port.connect()]);
      expect(theirs.port.serverInfo).toEqual(ours.port.serverInfo);
      await Promise.all([theirs.port.stop(), ours.port.stop()]);
    }
  });

  test("a remembered verdict spares the probe", async () => {
    for (const open of [modern, legacy]) {
      const { port, pairs } = bench(open);
      await port.connect();
      await port.reconnect();
      expect(methods(pairs[0])[0]).toBe("server/discover");
      expect(methods(pairs[1])).not.toContain("server/discover");
      await port.stop();
    }
  });

  test("a server that dies on the probe is started again and spoken to the legacy way", async () => {
    const { port, pairs } = bench(async (pair, attempt) => {
      if (attempt > 1) return legacy(pair);
      pair.far.onmessage = () => void pair.far.close();
    });
    await port.connect();
    expect(port.serverInfo?.era).toBe("legacy");
    expect(pairs.map(methods).map(([first]) => first)).toEqual(["server/discover", "initialize"]);
    await port.stop();
  });

  test("a server that is silent on the probe is a legacy one", async () => {
    const { port } = bench(async (pair) => {
      await legacy(pair);
      const next = pair.far.onmessage;
      pair.far.onmessage = (message) => {
        if ((message as { method?: string }).method !== "server/discover") next?.(message);
      };
    });
    await port.connect();
    expect(port.serverInfo?.era).toBe("legacy");
    await port.stop();
  });

  test("an aborted connect ends at once and leaves nothing", async () => {
    const { port, pairs } = bench(mute, { probeTimeoutMs: 20_000 });
    const started = performance.now();
    await expect(port.connect({ signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      code: "cancelled",
    });
    expect(performance.now() - started).toBeLessThan(10_000);
    await port.stop();
    expect(pairs.every(({ closes }) => closes > 0)).toBe(true);
  });

  test("a refusal for lack of authorization is told as itself", async () => {
    const cause = new McpAuthError({
      authCode: "auth_required",
      message: "Log in.",
      phase: "apply",
      retry: "after-user",
    });
    let handlers: McpWireHandlers | undefined;
    const wire: McpWire = {
      kind: "http",
      start: async (next) => {
        handlers = next;
      },
      send: async ({ id }) => queueMicrotask(() => handlers?.lost(id ?? "", { status: 401, cause })),
      close: async () => handlers?.closed({ reason: "stopped" }),
    };
    const { port } = bench(mute, { openWire: async () => wire, reconnect: false });
    await expect(port.connect()).rejects.toMatchObject({ code: "auth", message: "Log in." });
    await port.stop();
  });

  test("a server that refuses the handshake fails the connect with the client's error as cause", async () => {
    const { port } = bench(async (pair) => {
      pair.far.onmessage = (message) => {
        const { id } = message as { id?: number };
        if (id !== undefined)
          void pair.far.send({ jsonrpc: "2.0", id, error: { code: -32603, message: "hunter2" } });
      };
    });
    const error = await port.connect().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: "connect_failed",
      phase: "connect",
      cause: { name: "ProtocolError" },
    });
    expect(JSON.stringify(error)).not.toContain("hunter2");
    await port.stop();
  });

  test("without the package the connect fails with what to install", async () => {
    vi.doMock("@modelcontextprotocol/client", () => {
      throw new Error("Cannot find package");
    });
    vi.resetModules();
    const fresh = await import("@x/mcp-session/sdk");
    const { port } = bench(modern, { negotiator: fresh.sdkNegotiator(), reconnect: false });
    await expect(port.connect()).rejects.toMatchObject({
      code: "config",
      message: expect.stringContaining("Install it"),
    });
    await port.stop();
  });
});
