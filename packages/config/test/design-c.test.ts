import { parseMcpConfig, parseMcpServersEnv, toMcpServersEnv } from "@x/config";
import {
  createMcpTransportPool,
  createToolRegistry,
  defineTool,
  joinedText,
  type McpTransportPool,
  registerMcpTools,
  serverStatus,
  withAgentServerDefaults,
} from "@x/mcp";
import { startScriptedHttpServer } from "@x/mcp-testing";
import { hostSandbox } from "@x/sandbox-host";
import { toOpenAiChatMessages, toOpenAiChatTools } from "@x/tools/openai";
import { describe, expect, it } from "vitest";
import { type CommandFolder, commandFolder } from "./fixtures/command-folder.ts";

const researcher = `
agents:
  researcher:
    role: "research"
    model: "anthropic/claude-haiku-4"
    mcp_servers:
      - name: sqlite
        command: python
        args: ["-m", "mcp_server_sqlite", "--db", "/data/research.db"]
      - name: fetch
        command: python
        args: ["-m", "mcp_server_fetch"]
`;
const db = `
mcp_servers:
  - name: db
    command: python
    args: ["-m", "mcp_server_sqlite", "--db", "/data/mydb.sqlite"]
`;
const archivist = `
agents:
  archivist:
    image: "openlegion-agent-with-node:latest"
    mcp_servers:
      - name: fs
        command: npx
        args: ["-y", "@modelcontextprotocol/server-filesystem", "/data/workspace"]
`;

const png = "iVBORw0KGgo=";
const tool = (name: string): object => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: "object" },
});
const says = (...content: readonly object[]): { readonly content: readonly object[] } => ({ content });
const text = (words: string): object => ({ type: "text", text: words });
const sqlite = {
  tools: [tool("query"), tool("search")],
  results: {
    query: says(text("one row"), text("two rows")),
    search: says(text("a chart:"), { type: "image", data: png, mimeType: "image/png" }),
  },
};

/** What the runtime does: the servers of an agent travel in a variable, and are started inside its container. */
async function startAgent(yaml: string, image: CommandFolder): Promise<McpTransportPool> {
  const environment = { MCP_SERVERS: toMcpServersEnv(await parseMcpConfig(yaml, { format: "yaml" })) };
  const { servers } = await (await parseMcpServersEnv(environment.MCP_SERVERS)).resolve();
  return createMcpTransportPool(
    { servers: servers.map(withAgentServerDefaults) },
    {
      sandbox: hostSandbox({ allowHostExecution: true, env: { PATH: `${image.path}:${process.env.PATH}` } }),
    },
  );
}

describe("an agent with two servers in its file", () => {
  const builtIns = [
    defineTool({ name: "search", description: "A skill of its own.", execute: () => "built in" }),
  ];

  it("has their tools beside its skills, which keep their names", async () => {
    const fetch = { tools: [tool("fetch"), tool("query")] };
    await using image = await commandFolder({
      python: { mcp_server_sqlite: sqlite, mcp_server_fetch: fetch },
    });
    await using pool = await startAgent(researcher, image);
    const registry = createToolRegistry(builtIns);
    const { toolNames } = await registerMcpTools(registry, pool, { style: "on-collision" });
    expect(toolNames).toEqual(["query", "mcp_sqlite_search", "fetch", "mcp_fetch_query"]);
    expect(toOpenAiChatTools(registry.list()).tools.map((one) => one.function.name)).toEqual([
      "search",
      ...toolNames,
    ]);
    expect((await registry.dispatch("search", {})).output).toBe("built in");
    const rows = await registry.dispatch("query", {});
    expect(joinedText(rows)).toEqual({ result: "one row\ntwo rows" });
    expect(rows.content).toHaveLength(2);
    expect(serverStatus(pool)).toEqual([
      { name: "sqlite", state: "connected", tools_count: 2, error: null },
      { name: "fetch", state: "connected", tools_count: 2, error: null },
    ]);
  });

  it("goes on with the others where one of them cannot start, and its status says why", async () => {
    await using image = await commandFolder({ python: { mcp_server_sqlite: sqlite } });
    await using pool = await startAgent(researcher, image);
    const registry = createToolRegistry(builtIns);
    await registerMcpTools(registry, pool, { style: "on-collision" });
    expect(registry.list().map(({ name }) => name)).toEqual(["search", "query", "mcp_sqlite_search"]);
    const [good, bad] = serverStatus(pool);
    expect(good).toMatchObject({ name: "sqlite", error: null });
    expect(bad).toMatchObject({ name: "fetch", tools_count: 0, error: expect.stringContaining("no module") });
  }, 60_000);

  it("hands images on to the model, beside the joined text", async () => {
    await using image = await commandFolder({ python: { mcp_server_sqlite: sqlite } });
    await using pool = await startAgent(db, image);
    await pool.connect();
    const result = await pool.callTool("db__search", {}, { toolCallId: "c1" });
    expect(joinedText(result).result).toMatch(/^a chart:\n\[image .*image\/png/);
    expect(JSON.stringify(toOpenAiChatMessages([result]))).toContain(`data:image/png;base64,${png}`);
  });
});

describe("an agent with an image of its own", () => {
  it("names the image, and runs the programs that are in it", async () => {
    const agent = await parseMcpConfig(archivist, { format: "yaml", agent: "archivist" });
    expect(agent.image).toBe("openlegion-agent-with-node:latest");
    await using image = await commandFolder({
      npx: { "-y @modelcontextprotocol/server-filesystem /data/workspace": { tools: [tool("read_file")] } },
    });
    // The sandbox of this test has no network, which an npx that finds its package at hand does not need.
    await using pool = await startAgent(archivist, image);
    expect((await pool.connect()).map(({ name }) => name)).toEqual(["fs__read_file"]);
  });
});

describe("an agent with a server over HTTP, which is more than the format had", () => {
  it("declares it with url, headers and auth, and credentials come through a resolver", async () => {
    await using server = await startScriptedHttpServer();
    const yaml = `
mcp_servers:
  - name: web
    url: ${server.url}
    auth: { kind: bearer, token: "$CRED{web}" }
`;
    const value = toMcpServersEnv(await parseMcpConfig(yaml, { format: "yaml" }));
    expect(value).toContain("$CRED{web}");
    const { servers } = await (await parseMcpServersEnv(value)).resolve({
      credential: (name) => `value-of-${name}`,
    });
    await using pool = createMcpTransportPool({ servers: servers.map(withAgentServerDefaults) });
    await pool.connect();
    expect(server.counters.requests[0]?.headers.authorization).toBe("Bearer value-of-web");
  });
});

describe("the figures of such agents", () => {
  it("are a minute each, which progress does not extend, unless a server has its own", () => {
    const figures = { connectTimeoutMs: 60_000, callTimeoutMs: 60_000, resetTimeoutOnProgress: false };
    expect(withAgentServerDefaults({ name: "a" })).toEqual({ name: "a", ...figures });
    expect(withAgentServerDefaults({ callTimeoutMs: 5 })).toEqual({ ...figures, callTimeoutMs: 5 });
  });
});
