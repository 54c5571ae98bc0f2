import { Client } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport as TransportV1 } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { toSdkTransport } from "@x/mcp-session/sdk";
import { describe, expect, test } from "vitest";
import { type MemoryPair, memoryPair } from "./memory-pair.ts";
import { connectServerV1, type ServerLog, serverV2 } from "./sdk-servers.ts";

const info = { name: "test", version: "1.0.0" };
const capabilities = { elicitation: { form: {} } };

interface Bench extends MemoryPair {
  readonly log: ServerLog;
}

async function bench(server: "v1" | "v2"): Promise<Bench> {
  const pair = memoryPair();
  const log: ServerLog = { cancelled: 0 };
  if (server === "v1") await connectServerV1(pair.far as TransportV1, log);
  else serveStdio(() => serverV2(log), { transport: pair.far });
  return Object.assign(pair, { log });
}

async function connectV2(pair: MemoryPair, mode: "legacy" | "auto"): Promise<Client> {
  const client = new Client(info, { capabilities, versionNegotiation: { mode } });
  client.setRequestHandler("elicitation/create", async () => ({
    action: "accept",
    content: { name: "Ada" },
  }));
  await client.connect(toSdkTransport(pair.wire));
  return client;
}

const cases = [
  { mode: "legacy", server: "v1", era: "legacy" },
  { mode: "auto", server: "v1", era: "legacy" },
  { mode: "legacy", server: "v2", era: "legacy" },
  { mode: "auto", server: "v2", era: "modern" },
] as const;

describe.each(cases)("the official client, $mode, with a $server server", ({ mode, server, era }) => {
  test("connects, lists and calls over our wire", async () => {
    const pair = await bench(server);
    const client = await connectV2(pair, mode);
    expect(client.getProtocolEra()).toBe(era);
    expect(client.getServerVersion()?.name).toBe(`sdk-${server}`);
    expect(client.getInstructions()).toBe("Be kind.");
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["add", "count", "ask", "hang"]);
    const { structuredContent } = await client.callTool({ name: "add", arguments: { a: 2, b: 3 } });
    expect(structuredContent).toEqual({ sum: 5 });
    await client.close();
    expect(pair.closes).toBe(0);
  });

  test("answers elicitations and hears of progress", async () => {
    const client = await connectV2(await bench(server), mode);
    expect((await client.callTool({ name: "ask", arguments: {} })).content).toEqual([
      { type: "text", text: "Hello Ada" },
    ]);
    const seen: number[] = [];
    await client.callTool(
      { name: "count", arguments: { to: 3 } },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(seen).toEqual([1, 2, 3]);
    await client.close();
  });

  test("cancels one call at the server and goes on", async () => {
    const pair = await bench(server);
    const client = await connectV2(pair, mode);
    const stop = new AbortController();
    const hanging = client.callTool({ name: "hang", arguments: {} }, { signal: stop.signal });
    const adding = client.callTool({ name: "add", arguments: { a: 1, b: 1 } });
    await expect.poll(() => pair.sent.filter(({ method }) => method === "tools/call").length).toBe(2);
    stop.abort();
    await expect(hanging).rejects.toThrow();
    expect((await adding).structuredContent).toEqual({ sum: 2 });
    await expect.poll(() => pair.log.cancelled).toBe(1);
    await client.close();
  });
});

test("the client of version 1 runs on our wire too", async () => {
  for (const server of ["v1", "v2"] as const) {
    const client = new ClientV1(info, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, async () => ({
      action: "accept",
      content: { name: "Ada" },
    }));
    await client.connect(toSdkTransport((await bench(server)).wire));
    expect((await client.listTools()).tools).toHaveLength(4);
    const { content } = await client.callTool({ name: "ask", arguments: {} });
    expect(content).toEqual([{ type: "text", text: "Hello Ada" }]);
    await client.close();
  }
});

test("a server that dies ends the client's calls at once", async () => {
  const pair = await bench("v2");
  const client = await connectV2(pair, "auto");
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  const hanging = client.callTool({ name: "hang", arguments: {} });
  await expect.poll(() => pair.sent.some(({ method }) => method === "tools/call")).toBe(true);
  const failed = expect(hanging).rejects.toThrow(/closed/i);
  await pair.far.close();
  await Promise.all([failed, closed]);
});

test("closing the transport closes the wire only where it was asked to", async () => {
  for (const closeWire of [false, true]) {
    const pair = await bench("v2");
    const client = new Client(info);
    const transport = toSdkTransport(pair.wire, { closeWire });
    let closes = 0;
    transport.onclose = () => closes++;
    await client.connect(transport);
    await client.close();
    await transport.close();
    expect([pair.closes > 0, closes]).toEqual([closeWire, 1]);
  }
});
