import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type StagedServers, stageServers } from "@x/images/staged-servers";
import { thousandCalls } from "@x/images/thousand-calls";
import { stdioFactory } from "@x/mcp-stdio";
import { createMcpTransportPool, type McpTransportPool } from "@x/pool";
import { bwrapSandbox } from "@x/sandbox-bwrap";
import { realCommand } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostProcessWith } from "./fixtures/host-processes.ts";

const hasBwrap = await realCommand("bwrap", "apt-get install bubblewrap");
const hasApt = await realCommand("apt-get", "Debian or Ubuntu, to fetch Python's servers");

describe.skipIf(!hasBwrap || !hasApt)("MCP servers in bubblewrap, as one pool", () => {
  let staged: StagedServers;
  let pool: McpTransportPool;
  let pages: Server;

  beforeAll(async () => {
    staged = await stageServers({ place: "/servers" });
    pages = createServer((_, answer) => {
      answer.setHeader("content-type", "text/html");
      answer.end("<html><body><main><h1>A page</h1><p>On the loopback.</p></main></body></html>");
    }).listen(0, "127.0.0.1");
    await once(pages, "listening");
    const binds = [{ source: staged.folder, target: "/servers" }];
    const factory = stdioFactory({
      sandbox: bwrapSandbox({ binds }),
      sandboxes: { fetch: bwrapSandbox({ binds, network: "host" }) },
    });
    pool = createMcpTransportPool({ servers: Object.values(staged.servers), factories: { stdio: factory } });
    await pool.connect({ timeoutMs: 120_000 });
  }, 600_000);
  afterAll(async () => {
    await pool?.stop();
    pages?.close();
    await staged?.[Symbol.asyncDispose]();
  }, 60_000);

  test("are all connected", () => {
    expect(pool.snapshot().map(({ serverId, state }) => [serverId, state])).toEqual(
      Object.keys(staged.servers).map((id) => [id, "connected"]),
    );
  });

  test("answer a thousand calls each, all in their own words", async () => {
    expect(await thousandCalls(pool)).toBe(1000);
  }, 300_000);

  test("fetch a page in the network that one of them was given", async () => {
    const { port } = pages.address() as AddressInfo;
    const { content } = await pool.callTool("fetch__fetch", { url: `http://127.0.0.1:${port}/` });
    expect(JSON.stringify(content)).toContain("On the loopback.");
  }, 60_000);

  test("leave no process behind when the pool is stopped", async () => {
    expect(await hostProcessWith("/servers/")).toBe(true);
    await pool.stop();
    expect(await hostProcessWith("/servers/")).toBe(false);
  });
});
