import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type StagedServers, stageServers } from "@x/images/staged-servers";
import { createStdioTransport, type StdioServerConfig } from "@x/mcp-stdio";
import { bashSandbox } from "@x/sandbox-bash";
import { realCommand } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

// Each request starts a server.
vi.setConfig({ testTimeout: 120_000 });

const hasApt = await realCommand("apt-get", "Debian or Ubuntu, to fetch Python's servers");

describe.skipIf(!hasApt)("real servers in bash, a process for each request", () => {
  let staged: StagedServers;
  let pages: Server;
  beforeAll(async () => {
    staged = await stageServers();
    pages = createServer((_, answer) => {
      answer.setHeader("content-type", "text/html");
      answer.end("<html><body><main><h1>A page</h1><p>On the loopback.</p></main></body></html>");
    }).listen(0, "127.0.0.1");
    await once(pages, "listening");
  }, 600_000);
  afterAll(async () => {
    pages?.close();
    await staged?.[Symbol.asyncDispose]();
  });

  const open = (config: StdioServerConfig) => createStdioTransport(config, { sandbox: bashSandbox() });

  test("server-everything echoes", async () => {
    await using port = open(staged.servers.everything);
    for (const message of ["one", "zwei äöü"])
      expect((await port.callTool("echo", { message })).output).toBe(`Echo: ${message}`);
  });

  test("server-filesystem reads", async () => {
    const { args, ...server } = staged.servers.files;
    await using port = open({ ...server, args: [...args.slice(0, -1), staged.folder] });
    const { output } = await port.callTool("list_directory", { path: staged.folder });
    expect(JSON.stringify(output)).toContain("[DIR] image");
  });

  test("mcp-server-time tells the time", async () => {
    await using port = open(staged.servers.time);
    const { content } = await port.callTool("get_current_time", { timezone: "Asia/Tokyo" });
    expect(JSON.stringify(content)).toContain("Asia/Tokyo");
  });

  test("mcp-server-sqlite keeps in its file what its processes forget", async () => {
    const { args, ...server } = staged.servers.sqlite;
    await using port = open({ ...server, args: [...args.slice(0, -1), join(staged.folder, "x.db")] });
    await port.callTool("create_table", { query: "CREATE TABLE t (n INTEGER)" });
    await port.callTool("write_query", { query: "INSERT INTO t VALUES (42)" });
    const { output } = await port.callTool("read_query", { query: "SELECT n FROM t" });
    expect(JSON.stringify(output)).toContain("42");
  });

  test("mcp-server-fetch reads a page", async () => {
    await using port = open(staged.servers.fetch);
    const url = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/`;
    const { content } = await port.callTool("fetch", { url });
    expect(JSON.stringify(content)).toContain("On the loopback.");
  });
});
