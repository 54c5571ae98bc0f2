import path from "node:path";
import {
  parseMcpAgents,
  parseMcpConfig,
  parseMcpServersEnv,
  readMcpAgents,
  readMcpConfig,
  toMcpServersEnv,
} from "@x/config";
import { describe, expect, it } from "vitest";

const corpus = path.join(import.meta.dirname, "corpus");

describe("a file of several agents", () => {
  const file = path.join(corpus, "agents/several-agents.yaml");

  it("gives each agent its own servers", async () => {
    const agents = await readMcpAgents(file);
    expect(Object.entries(agents).map(([name, { servers }]) => [name, servers[0]?.declaration])).toEqual([
      ["a", { kind: "stdio", serverId: "fetch", command: "python" }],
      ["b", { kind: "stdio", serverId: "fetch", command: "node" }],
    ]);
  });

  it("gives one agent's where it is named, and says who there is where the name is wrong", async () => {
    expect((await readMcpConfig(file, { agent: "b" })).servers).toHaveLength(1);
    await expect(readMcpConfig(file, { agent: "c" })).rejects.toThrow(/no agent "c". Known: a, b/);
  });

  it("without agents has none", async () => {
    expect(await parseMcpAgents("mcp_servers: []", { format: "yaml" })).toEqual({});
  });
});

describe("the variable MCP_SERVERS", () => {
  it("holds the servers of an agent, placeholders unexpanded, and gives them back", async () => {
    const text = `
mcp_servers:
  - { name: db, command: python, args: [-m, server], env: { PASSWORD: "$CRED{db}" } }
  - { name: web, url: https://web.example.com/mcp }
`;
    const agent = await parseMcpConfig(text, { format: "yaml" });
    const value = toMcpServersEnv(agent);
    expect(JSON.parse(value)).toEqual([
      { name: "db", command: "python", args: ["-m", "server"], env: { PASSWORD: "$CRED{db}" } },
      { name: "web", kind: "streamable-http", url: "https://web.example.com/mcp" },
    ]);
    const inContainer = await parseMcpServersEnv(value);
    expect(inContainer.servers).toEqual(agent.servers);
    const { servers } = await inContainer.resolve({ credential: async (name) => `value-of-${name}` });
    expect(servers[0]).toMatchObject({ env: { PASSWORD: "value-of-db" } });
  });

  it("that is not set, or empty, is no server", async () => {
    expect((await parseMcpServersEnv(undefined)).servers).toEqual([]);
    expect((await parseMcpServersEnv(" ")).servers).toEqual([]);
  });

  it("that is broken is reported under its name", async () => {
    await expect(parseMcpServersEnv("[{")).rejects.toThrow(/^MCP_SERVERS:1:\d+: .*closing/);
    await expect(parseMcpServersEnv('"npx"')).rejects.toThrow(/^MCP_SERVERS:1:1: /);
  });
});
