import type { ServerResponse } from "node:http";
import {
  type AuthEvent,
  createHarnessTools,
  createMcpTransport,
  createMcpTransportPool,
  createToolRegistry,
  type InteractionPort,
  isMcpError,
  McpAuthError,
  type McpEvent,
  registerMcpTools,
  StreamableHttpMcpTransport,
} from "@x/mcp";
import { describe, expect, test } from "vitest";
import { type GuardedServer, startGuardedServer } from "./fixtures/guarded-server.ts";

const declare = (server: GuardedServer, auth: object = { mode: "oauth2" }) =>
  ({ kind: "streamable-http", serverId: "guarded", url: server.url, auth }) as const;

/** A person per principal: the browser of each is logged in as who they are. */
const people = (server: GuardedServer): InteractionPort => ({
  async authorize({ url, principal }) {
    const back = await server.browseAs(principal, url);
    await (await fetch(back)).text();
    return undefined;
  },
});

describe("a server that wants OAuth", () => {
  test("is connected to, listed and called after one login", async () => {
    await using server = await startGuardedServer();
    await using transport = createMcpTransport(declare(server), { auth: { interaction: people(server) } });
    const tools = await transport.connect();
    expect(tools.map(({ name }) => name)).toContain("echo");
    const results = await Promise.all(
      Array.from({ length: 5 }, (_, index) => transport.callTool("echo", { text: `hello ${index}` })),
    );
    expect(results.map(({ isError }) => isError)).toEqual(Array(5).fill(false));
    expect(server.logins).toEqual(["default"]);
    await transport.stop();
    await expect.poll(() => server.openConnections()).toBe(0);
  });

  test("gets a login that takes longer than connecting may", async () => {
    await using server = await startGuardedServer();
    const slow: InteractionPort = {
      async authorize(prompt) {
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        return people(server).authorize(prompt);
      },
    };
    const config = { ...declare(server), connectTimeoutMs: 2_500 };
    await using transport = createMcpTransport(config, { auth: { interaction: slow } });
    expect((await transport.connect()).length).toBeGreaterThan(0);
  });

  test("fails as what it is where nobody can be asked", async () => {
    await using server = await startGuardedServer();
    await using transport = new StreamableHttpMcpTransport(declare(server));
    const error = await transport.connect().catch((reason: unknown) => reason);
    expect(isMcpError(error)).toBe(true);
    expect(error).toBeInstanceOf(McpAuthError);
    expect(error).toMatchObject({ code: "auth", authCode: "interaction_required", serverId: "guarded" });
  });

  test("survives expired tokens in the middle of many calls with one refresh", async () => {
    await using server = await startGuardedServer();
    await using transport = createMcpTransport(declare(server), { auth: { interaction: people(server) } });
    await transport.connect();
    // New tokens are not replaced for five seconds, since what refuses those does so for another reason.
    await new Promise((resolve) => setTimeout(resolve, 5_100));
    server.expireAll();
    await Promise.all(Array.from({ length: 10 }, () => transport.callTool("echo", { text: "x" })));
    expect(server.refreshes()).toBe(1);
    expect(server.logins).toEqual(["default"]);
  });

  test("knows each principal of a pool by tokens of their own", async () => {
    await using server = await startGuardedServer();
    const config = JSON.parse(JSON.stringify({ servers: [declare(server)] }));
    await using pool = createMcpTransportPool(config, { auth: { interaction: people(server) } });
    const principals = ["ann", "bob", "cem"];
    await Promise.all(principals.map((principal) => pool.as(principal).connect()));
    await Promise.all(
      principals.flatMap((principal) =>
        Array.from({ length: 5 }, () => pool.as(principal).callTool("guarded__echo", { text: principal })),
      ),
    );
    expect([...server.logins].sort()).toEqual(principals);
    expect(server.crossings()).toEqual([]);
  });

  test.each([
    ["never answers", () => () => {}],
    [
      "answers the question what it wants with a stream without end",
      () => (response: ServerResponse) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(": hello\n\n");
      },
    ],
    [
      "asks for credentials in a body without end",
      () => (response: ServerResponse) => {
        response.writeHead(401, { "www-authenticate": "Bearer" });
        const timer = setInterval(() => response.write("x"), 10);
        response.on("close", () => clearInterval(timer));
      },
    ],
  ])("that %s is given up at the deadline of connecting", async (_name, answer) => {
    await using server = await startGuardedServer();
    server.replace(answer);
    const config = { ...declare(server), connectTimeoutMs: 500 };
    const auth = { interaction: people(server), timing: { requestTimeoutMs: 300 } };
    await using transport = createMcpTransport(config, { auth });
    await expect(transport.connect()).rejects.toMatchObject({ code: "timeout", deadline: "connect" });
    await transport.stop();
    await expect.poll(() => server.openConnections()).toBe(0);
  });

  test("tells the subscribers of a pool what becomes of authorization, of each principal and without a secret", async () => {
    await using server = await startGuardedServer();
    const heard: AuthEvent[] = [];
    await using pool = createMcpTransportPool(
      { servers: [declare(server)] },
      { auth: { interaction: people(server), onEvent: (event) => heard.push(event) } },
    );
    const events = new Map<string, Extract<McpEvent, { type: "auth" }>[]>();
    for (const principal of ["ann", "bob"]) {
      events.set(principal, []);
      pool.as(principal).on("auth", (event) => events.get(principal)?.push(event));
    }
    await Promise.all(["ann", "bob"].map((principal) => pool.as(principal).connect()));
    const login = ["discovered", "registered", "login-started", "login-finished"];
    for (const [, told] of events) {
      expect(told.map(({ status }) => status)).toEqual(login);
      expect(told.map(({ serverId }) => serverId)).toEqual(Array(4).fill("guarded"));
    }
    expect(heard.map(({ principal }) => principal).sort()).toEqual([
      ...Array(4).fill("ann"),
      ...Array(4).fill("bob"),
    ]);
    // New tokens are not replaced for five seconds.
    await new Promise((resolve) => setTimeout(resolve, 5_100));
    server.expireAll();
    await pool.as("ann").callTool("guarded__echo", { text: "ann" });
    const statuses = (principal: string) => events.get(principal)?.map(({ status }) => status);
    expect(statuses("ann")).toEqual([...login, "discovered", "token-refreshed"]);
    expect(statuses("bob")).toEqual(login);
    expect(JSON.stringify([...events.values(), heard])).not.toMatch(/at-|rt-|code-|state=/);
  });

  test("that names private addresses for authorization gets nowhere", async () => {
    await using server = await startGuardedServer();
    server.publish({ authorization_servers: ["https://10.0.0.1", "https://169.254.169.254"] });
    await using transport = createMcpTransport(declare(server), { auth: { interaction: people(server) } });
    await expect(transport.connect()).rejects.toMatchObject({ authCode: "egress_blocked", retry: "never" });
  });
});

describe("designs against a protected server", () => {
  test("a pool with an api-token, as design B declares it", async () => {
    await using server = await startGuardedServer();
    const pool = createMcpTransportPool({
      servers: [
        {
          kind: "streamable-http",
          serverId: "search",
          url: server.url,
          auth: { mode: "api-token", token: server.staticToken, scheme: "Bearer" },
        },
      ],
    });
    const registry = createToolRegistry();
    const registration = await registerMcpTools(registry, pool);
    expect(registration.toolNames).toContain("search__echo");
    await registration.stop();
    await pool.stop();
  });

  test("oauth with an access token, as design B declares it, and none", async () => {
    await using server = await startGuardedServer();
    await using good = createMcpTransport(
      declare(server, { mode: "oauth", accessToken: server.staticToken }),
    );
    expect((await good.connect()).length).toBeGreaterThan(0);
    await using bad = createMcpTransport(declare(server, { mode: "none" }));
    await expect(bad.connect()).rejects.toMatchObject({ authCode: "auth_required" });
  });

  test("a bearer tool, as design A declares it", async () => {
    await using server = await startGuardedServer();
    await using harness = createHarnessTools({
      create: {
        kind: "mcp_http",
        description: "Echo through a protected server.",
        url: server.url,
        auth: { kind: "bearer", token: server.staticToken },
        tool: "echo",
      },
      refused: {
        kind: "mcp_http",
        description: "The same without the right token.",
        url: server.url,
        auth: { kind: "oauth2", accessToken: "wrong" },
        tool: "echo",
      },
    });
    expect(JSON.stringify(await harness.tools.create.execute({ text: "hi" }))).toContain("hi");
    await expect(harness.tools.refused.execute({ text: "hi" })).rejects.toBeInstanceOf(McpAuthError);
  });
});
