import {
  ConfigError,
  createHarnessTools,
  createMcpTransport,
  createMcpTransportPool,
  StdioMcpTransport,
  StreamableHttpMcpTransport,
} from "@x/mcp";
import { hostSandbox } from "@x/sandbox-host";
import { describe, expect, it } from "vitest";
import { childProcesses } from "./fixtures/real-server.ts";

const sandbox = hostSandbox({ allowHostExecution: true });
const stdio = { kind: "stdio", serverId: "files", command: "node", args: ["server.js"] } as const;

const refused = (make: () => unknown): ConfigError => {
  try {
    make();
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
};

describe("a stdio server without a sandbox", () => {
  it.each([
    ["a transport", () => createMcpTransport(stdio)],
    ["a class", () => new StdioMcpTransport(stdio)],
    ["a pool", () => createMcpTransportPool({ servers: [stdio] })],
    ["a server added later", () => createMcpTransportPool({ servers: [] }).add(stdio)],
    [
      "a harness tool",
      () => createHarnessTools({ read: { kind: "mcp_stdio", command: "node", tool: "read" } }),
    ],
  ])("is refused with the choices (%s)", (_what, make) => {
    const error = refused(make);
    expect(error.pointer).toMatch(/\/sandbox$/);
    for (const choice of ["docker", "e2b", "bwrap", "bash", "hostSandbox({ allowHostExecution: true })"])
      expect(error.message).toContain(choice);
    expect(childProcesses()).toEqual([]);
  });

  it("is taken where it has one of its own by name", async () => {
    const pool = createMcpTransportPool({ servers: [stdio] }, { sandboxes: { files: sandbox } });
    expect(pool.serverIds).toEqual(["files"]);
    await pool.stop();
  });

  it("is refused where a sandbox and a session are given", async () => {
    const session = await sandbox.open();
    expect(refused(() => createMcpTransport(stdio, { sandbox, session })).message).toContain(
      "a sandbox and a session",
    );
    await session.close();
  });
});

describe("a wrong declaration", () => {
  it.each([
    [{ ...stdio, command: undefined }, "/servers/1/command", 'Write command: "npx"'],
    [{ ...stdio, command: "npx -y server" }, "/servers/1/command", "it holds arguments"],
    [{ ...stdio, argv: [] }, "/servers/1/argv", 'Did you mean "args"?'],
    [{ ...stdio, env: { A: 1 } }, "/servers/1/env", "whose values are strings"],
    [{ ...stdio, kind: "studio" }, "/servers/1/kind", 'Did you mean "stdio"?'],
    [{ kind: "streamable-http", serverId: "h" }, "/servers/1/url", "Write url:"],
    [{ kind: "streamable-http", serverId: "h", url: "mcp.example.com" }, "/servers/1/url", "a whole URL"],
    [null, "/servers/1", "expected a server as an object"],
  ])("is named by key and place at once (%j)", (bad, pointer, part) => {
    const servers = [{ ...stdio, serverId: "good" }, bad] as never;
    const error = refused(() => createMcpTransportPool({ servers }, { sandbox }));
    expect(error.pointer).toBe(pointer);
    expect(error.message).toContain(part);
    expect(childProcesses()).toEqual([]);
  });

  it("of a kind nobody makes names the kinds there are", () => {
    expect(
      refused(() => createMcpTransport({ ...stdio, kind: "fax" } as never, { sandbox })).message,
    ).toContain('"stdio" or "streamable-http"');
  });
});

describe("transports as classes", () => {
  it("are ports that nothing is loaded for before their first use", async () => {
    const transports = [
      new StdioMcpTransport({ serverId: "files", command: "node" }, { sandbox }),
      new StreamableHttpMcpTransport({ serverId: "far", url: "https://mcp.example.com/mcp" }),
    ];
    for (const transport of transports) {
      expect([transport.state, transport.serverInfo, transport.quarantined]).toEqual([
        "disconnected",
        undefined,
        [],
      ]);
      const seen: string[] = [];
      transport.onStateChange((state, previous) => seen.push(`${previous} → ${state}`));
      await transport.stop();
      expect(seen).toEqual(["disconnected → closed"]);
    }
    expect(transports.map(({ serverId }) => serverId)).toEqual(["files", "far"]);
  });
});

describe("what is no declaration at all", () => {
  it.each([
    ["nothing", undefined],
    ["null", null],
    ["a kind that is no text", { kind: Object.create(null), serverId: "a" }],
  ])("is refused with what to write (%s)", (_what, config) => {
    expect(refused(() => createMcpTransport(config as never)).pointer).toBe("/kind");
  });

  it.each([
    ["servers by name", { servers: { files: stdio } }],
    ["nothing", undefined],
  ])("is refused by a pool, too (%s)", (_what, config) => {
    expect(refused(() => createMcpTransportPool(config as never, { sandbox })).pointer).toBe("/servers");
  });
});
