import { createMcpTransportPool, createToolRegistry, registerMcpTools } from "@x/mcp";
import { startScriptedHttpServer } from "@x/mcp-testing";
import { afterAll, beforeAll, expect, it } from "vitest";

// Only the imports, the URL and the way a variable is read are others than in the design.
const before = process.env.MCP_TOKEN;
beforeAll(() => {
  process.env.MCP_TOKEN = "token-1";
});
afterAll(() => {
  if (before === undefined) delete process.env.MCP_TOKEN;
  else process.env.MCP_TOKEN = before;
});

it("the pool of the first page runs as it is written", async () => {
  await using server = await startScriptedHttpServer();

  const pool = createMcpTransportPool({
    servers: [
      {
        kind: "streamable-http",
        serverId: "search",
        url: server.url,
        auth: { mode: "api-token", token: process.env.MCP_TOKEN, scheme: "Bearer" },
      },
    ],
  });

  const registry = createToolRegistry();
  const registration = await registerMcpTools(registry, pool);
  expect(registration.toolNames).toContain("search__echo");
  expect(JSON.stringify((await registry.dispatch("search__echo", { text: "hi" })).output)).toContain("hi");
  registration.stop();
  expect(registry.list()).toEqual([]);

  for (const { headers } of server.counters.requests) expect(headers.authorization).toBe("Bearer token-1");
  await pool.stop();
  expect(pool.state).toBe("closed");
});
