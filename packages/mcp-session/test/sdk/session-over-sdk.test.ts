import { InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { StdioClientTransport as StdioClientTransportV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTransport as InMemoryTransportV1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type McpTransportPort, type McpWire, memoryStore, systemClock } from "@x/mcp-core";
import { createMcpSession, type McpSessionOptions } from "@x/mcp-session";
import { fromSdkTransport } from "@x/mcp-session/sdk";
import { scriptedServerCommand } from "@x/mcp-testing";
import { describe, expect, test } from "vitest";
import { connectServerV1, type ServerLog, serverV2 } from "./sdk-servers.ts";

function session(
  openWire: () => Promise<McpWire>,
  options: Partial<McpSessionOptions> = {},
): McpTransportPort {
  return createMcpSession({
    serverId: "server",
    configKey: "server",
    store: memoryStore(),
    clock: systemClock(),
    principal: "test",
    handlers: { elicit: async () => ({ action: "accept", content: { name: "Ada" } }) },
    openWire,
    ...options,
  });
}

const log: ServerLog = { cancelled: 0 };

const wires: Readonly<Record<string, () => Promise<McpWire>>> = {
  "version 2, in memory, legacy server": async () => {
    const [near, far] = InMemoryTransport.createLinkedPair();
    await serverV2(log).connect(far);
    return fromSdkTransport(near);
  },
  "version 2, in memory, modern server": async () => {
    const [near, far] = InMemoryTransport.createLinkedPair();
    serveStdio(() => serverV2(log), { transport: far });
    return fromSdkTransport(near);
  },
  "version 1, in memory": async () => {
    const [near, far] = InMemoryTransportV1.createLinkedPair();
    await connectServerV1(far, log);
    return fromSdkTransport(near);
  },
  "version 2, Streamable HTTP": async () => {
    const handler = createMcpHandler(() => serverV2(log));
    return fromSdkTransport(
      new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), {
        fetch: (url, init) => handler.fetch(new Request(url, init)),
      }),
    );
  },
};

describe.each(Object.keys(wires))("a session over a transport of the SDK: %s", (name) => {
  test("lists, calls, hears of progress, answers elicitations and cancels", async () => {
    const port = session(wires[name] as () => Promise<McpWire>);
    expect((await port.connect()).map((tool) => tool.name)).toEqual(["add", "count", "ask", "hang"]);
    expect((await port.callTool("add", { a: 2, b: 3 })).output).toEqual({ sum: 5 });
    expect((await port.callTool("ask", {})).output).toBe("Hello Ada");
    const seen: number[] = [];
    await port.callTool("count", { to: 3 }, { onProgress: ({ progress }) => void seen.push(progress) });
    expect(seen).toEqual([1, 2, 3]);
    const before = log.cancelled;
    const hanging = port.callTool("hang", {}, { signal: AbortSignal.timeout(30) });
    await expect(hanging).rejects.toMatchObject({ code: "cancelled", outcome: "unknown" });
    await expect.poll(() => log.cancelled).toBe(before + 1);
    await port.stop();
    expect(port.state).toBe("closed");
  });
});

test.each([
  ["version 1", StdioClientTransportV1],
  ["version 2", StdioClientTransport],
] as const)("a session over a process that the SDK of %s started", async (_version, Transport) => {
  const { command, args } = scriptedServerCommand("normal");
  const port = session(async () =>
    fromSdkTransport(new Transport({ command, args: [...args], stderr: "ignore" })),
  );
  await port.connect();
  expect((await port.callTool("echo", { text: "hi" })).output).toBe("hi");
  await port.stop();
  expect(port.state).toBe("closed");
});
