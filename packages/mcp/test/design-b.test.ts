import {
  createMcpTransport,
  createMcpTransportPool,
  createMcpTransportPoolFromTransports,
  createToolRegistry,
  extractMcpUiResources,
  type McpBackoffConfig,
  type McpConnectionState,
  type McpPooledToolResult,
  type McpStateChangeHandler,
  type McpToolRegistration,
  type McpTransportPool,
  type McpUiResource,
  registerMcpTools,
  StdioMcpTransport,
  StreamableHttpMcpTransport,
  type StreamableHttpMcpTransportConfig,
  type ToolRegistryPort,
} from "@x/mcp";
import { scriptedServerCommand, startScriptedHttpServer } from "@x/mcp-testing";
import { hostSandbox } from "@x/sandbox-host";
import { describe, expect, it } from "vitest";
import { childProcesses } from "./fixtures/real-server.ts";

const sandbox = hostSandbox({ allowHostExecution: true });

describe("one configuration instead of a protocol integration", () => {
  it("declares servers as data, registers their tools and dispatches them like local ones", async () => {
    await using server = await startScriptedHttpServer();
    const pool: McpTransportPool = createMcpTransportPool({
      servers: [{ kind: "streamable-http", serverId: "search", url: server.url }],
    });
    const registry: ToolRegistryPort = createToolRegistry();
    const registration: McpToolRegistration = await registerMcpTools(registry, pool);
    expect(registration.toolNames).toContain("search__echo");
    const result = await registry.dispatch("search__echo", { text: "hello" });
    expect(JSON.stringify(result.output)).toContain("hello");
    await registration.stop();
    expect(registry.list()).toEqual([]);
    await pool.stop();
    await expect.poll(() => server.counters.openConnections).toBe(0);
  });

  it("survives a round trip of its servers through JSON", async () => {
    const servers = [
      { kind: "stdio", serverId: "one", ...scriptedServerCommand("normal") } as const,
      { kind: "stdio", serverId: "two", ...scriptedServerCommand("normal") } as const,
    ];
    await using pool = createMcpTransportPool(
      JSON.parse(JSON.stringify({ servers, toolNameSeparator: "-" })),
      {
        sandbox,
      },
    );
    const tools = await pool.connect();
    expect(tools.map(({ name }) => name)).toContain("two-echo");
    expect(pool.serverIds).toEqual(["one", "two"]);
    expect(pool.server("one")?.serverId).toBe("one");
    expect(pool.server("three")).toBeUndefined();
  });
});

describe("transports", () => {
  it("of both kinds go through the same states, and a handler hears of each", async () => {
    await using server = await startScriptedHttpServer();
    const backoff: McpBackoffConfig = { initialDelayMs: 100, maxDelayMs: 1000, factor: 2, maxAttempts: 3 };
    const http: StreamableHttpMcpTransportConfig = { serverId: "far", url: server.url, backoff };
    const near = { kind: "stdio", serverId: "near", ...scriptedServerCommand("normal") } as const;
    const transports = [
      createMcpTransport(near, { sandbox }),
      new StdioMcpTransport(near, { sandbox }),
      createMcpTransport({ kind: "streamable-http", ...http }),
      new StreamableHttpMcpTransport(http),
    ];
    for (const transport of transports) {
      const states: McpConnectionState[] = [transport.state];
      const handler: McpStateChangeHandler = (state, previous) => {
        expect(previous).toBe(states.at(-1));
        states.push(state);
      };
      const off = transport.onStateChange(handler);
      expect((await transport.connect()).map(({ name }) => name)).toContain("echo");
      await transport.stop();
      off();
      expect(states).toEqual(["disconnected", "connecting", "connected", "closed"]);
    }
    expect(childProcesses()).toEqual([]);
  });
});

describe("auth", () => {
  it.each([
    [{ mode: "none" }, undefined],
    [{ mode: "api-token", token: "t-1" }, "t-1"],
    [{ mode: "api-token", token: { env: "MCP_TOKEN" }, scheme: "Bearer" }, "Bearer from-env"],
    [{ mode: "oauth", accessToken: "t-3" }, "Bearer t-3"],
  ])("%j is injected where the pool is made", async (auth, header) => {
    await using server = await startScriptedHttpServer();
    const variables: Readonly<Record<string, string>> = { MCP_TOKEN: "from-env" };
    await using pool = createMcpTransportPool(
      { servers: [{ kind: "streamable-http", serverId: "search", url: server.url, auth }] },
      { secrets: { env: (name) => variables[name] } },
    );
    await pool.connect();
    expect(server.counters.requests.length).toBeGreaterThan(0);
    for (const { headers } of server.counters.requests) expect(headers.authorization).toBe(header);
  });

  it("that is misspelt or empty is refused when the pool is made", () => {
    const declare = (auth: object) => () =>
      createMcpTransportPool({
        servers: [{ kind: "streamable-http", serverId: "search", url: "https://mcp.example.com", auth }],
      });
    expect(declare({ mode: "api_tokn", token: "t" })).toThrow(/\/servers\/0\/auth\/mode.*"api-token"/);
    expect(declare({ mode: "api-token", token: undefined })).toThrow(/\/servers\/0\/auth\/token/);
  });
});

describe("a pool of transports you own", () => {
  it("takes whatever takes one transport", async () => {
    const one = new StdioMcpTransport({ serverId: "one", ...scriptedServerCommand("normal") }, { sandbox });
    const pool = createMcpTransportPoolFromTransports({ transports: [one] });
    const registration = await registerMcpTools(createToolRegistry(), pool);
    expect(registration.toolNames).toContain("one__echo");
    await pool.stop();
    expect([one.state, pool.state]).toEqual(["closed", "closed"]);
    expect(registration.toolNames).toEqual([]);
  });
});

describe("ui:// resources", () => {
  it("stand on every pooled result, as data", async () => {
    const cart = { uri: "ui://shop/cart", mimeType: "text/html", text: "<ul></ul>" };
    const script = {
      tools: [{ name: "cart", inputSchema: { type: "object" } }],
      results: { cart: { content: [{ type: "resource", resource: cart }] } },
    };
    const shop = { kind: "stdio", serverId: "shop", ...scriptedServerCommand(script) } as const;
    await using pool = createMcpTransportPool({ servers: [shop] }, { sandbox });
    const result: McpPooledToolResult = await pool.callTool("shop__cart", {});
    const [resource]: readonly McpUiResource[] = result.uiResources;
    expect(resource).toMatchObject({ ...cart, src: cart.uri, serverId: "shop", toolName: "cart" });
    expect(extractMcpUiResources(result.raw)).toEqual([{ ...cart, src: cart.uri }]);
  });
});
