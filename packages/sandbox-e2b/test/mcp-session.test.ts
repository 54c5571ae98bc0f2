import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type StagedServers, stageServers } from "@x/images/staged-servers";
import { thousandCalls } from "@x/images/thousand-calls";
import { stdioFactory } from "@x/mcp-stdio";
import { createMcpTransportPool, type McpTransportPool } from "@x/pool";
import { realCommand } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxAt } from "./fixtures/stand-in-sandbox.ts";
import { type StandIn, startStandIn } from "./stand-in/stand-in.ts";

const hasBwrap = await realCommand("bwrap", "apt-get install bubblewrap");
const hasApt = await realCommand("apt-get", "Debian or Ubuntu, to fetch Python's servers");

describe.skipIf(!hasBwrap || !hasApt)("MCP servers in machines of the stand-in, as one pool", () => {
  let standIn: StandIn;
  let staged: StagedServers;
  let pool: McpTransportPool;
  let pages: Server;

  beforeAll(async () => {
    [standIn, staged] = await Promise.all([startStandIn(), stageServers()]);
    pages = createServer((_, answer) => {
      answer.setHeader("content-type", "text/html");
      answer.end("<html><body><main><h1>A page</h1><p>On the loopback.</p></main></body></html>");
    }).listen(0, "127.0.0.1");
    await once(pages, "listening");
    pool = createMcpTransportPool({
      servers: Object.values(staged.servers),
      factories: { stdio: stdioFactory({ sandbox: sandboxAt(standIn) }) },
    });
    await pool.connect({ timeoutMs: 120_000 });
  }, 600_000);
  afterAll(async () => {
    await pool?.stop();
    pages?.close();
    await standIn?.[Symbol.asyncDispose]();
    await staged?.[Symbol.asyncDispose]();
  }, 60_000);

  test("are all connected, each in a machine of its own", () => {
    expect(pool.snapshot().map(({ serverId, state }) => [serverId, state])).toEqual(
      Object.keys(staged.servers).map((id) => [id, "connected"]),
    );
    expect(standIn.machines.size).toBe(5);
  });

  test("answer a thousand calls each, all in their own words", async () => {
    expect(await thousandCalls(pool)).toBe(1000);
  }, 300_000);

  test("fetch a page in their network", async () => {
    const { port } = pages.address() as AddressInfo;
    const { content } = await pool.callTool("fetch__fetch", { url: `http://127.0.0.1:${port}/` });
    expect(JSON.stringify(content)).toContain("On the loopback.");
  }, 60_000);

  test("leave no machine behind when the pool is stopped", async () => {
    await pool.stop();
    expect(standIn.machines.size).toBe(0);
  }, 60_000);
});
