import {
  type JsonObject,
  McpProtocolError,
  type McpServerConfig,
  ToolError,
  ToolNotFoundError,
} from "@x/mcp-core";
import { createHarnessTools, createToolRegistry, type HarnessToolDeclaration } from "@x/tools";
import { describe, expect, it } from "vitest";
import { type FakePort, fakePort, fakeTool } from "./fixtures/fake-port.ts";

interface Made {
  readonly factories: Record<
    string,
    (config: McpServerConfig, context: { readonly principal: string }) => FakePort
  >;
  readonly configs: McpServerConfig[];
  readonly ports: FakePort[];
}

function fakes(tools = [fakeTool("drawio.create"), fakeTool("drawio.read")]): Made {
  const made: Made = { factories: {}, configs: [], ports: [] };
  const factory = (config: McpServerConfig): FakePort => {
    made.configs.push(config);
    const port = fakePort(config.serverId, tools);
    made.ports.push(port);
    return port;
  };
  return Object.assign(made, { factories: { stdio: factory, "streamable-http": factory } });
}

const drawio = {
  kind: "mcp_stdio",
  description: "Create draw.io diagrams from structured architecture notes.",
  install: { command: "npm install @drawio/mcp", cwd: "/workspace", timeoutMs: 120_000 },
  command: "npx",
  args: ["@drawio/mcp"],
  tool: "drawio.create",
} as const;

describe("a declared tool", () => {
  it("has its key as its name, unprefixed, and its own description", async () => {
    const { factories, configs, ports } = fakes();
    const harness = createHarnessTools({ drawio_diagram: drawio }, { factories });
    const tool = harness.tools.drawio_diagram;
    expect([tool.name, tool.description]).toEqual(["drawio_diagram", drawio.description]);
    expect(configs).toEqual([
      {
        kind: "stdio",
        serverId: "drawio_diagram",
        command: "npx",
        args: ["@drawio/mcp"],
        install: drawio.install,
      },
    ]);
    expect(ports[0]?.log).toEqual([]);
    expect(await tool.execute({})).toBe("drawio_diagram/drawio.create");
    expect(ports[0]?.log).toEqual(["call drawio.create"]);
    await harness.stop();
    await harness.stop();
    expect(ports[0]?.log).toEqual(["call drawio.create", "stop"]);
    await expect(tool.execute({})).rejects.toMatchObject({ code: "closed" });
  });

  it("over HTTP is handed on with its headers and auth", () => {
    const { factories, configs } = fakes();
    const url = "https://mcp.example.com/mcp";
    const auth = { kind: "bearer", token: "t" } as const;
    const headers = { "x-team": "docs" };
    createHarnessTools(
      { remote: { kind: "mcp_http", url, headers, auth, tool: "drawio.create" } },
      { factories },
    );
    expect(configs).toEqual([{ kind: "streamable-http", serverId: "remote", url, headers, auth }]);
  });

  it("has its server's schema once that is listed", async () => {
    const inputSchema = { type: "object", required: ["xml"] };
    const { factories } = fakes([
      fakeTool("drawio.create", { inputSchema, description: "theirs", annotations: { readOnlyHint: true } }),
    ]);
    const { description, ...undescribed } = drawio;
    const own = { type: "object", required: ["notes"] };
    const harness = createHarnessTools(
      {
        plain: undescribed,
        described: drawio,
        adapted: { ...drawio, inputAdapter: (args) => args },
        typed: { ...drawio, inputSchema: own, inputAdapter: (args) => args },
        missing: { ...drawio, tool: "drawio.creat" },
      },
      { factories },
    );
    const { plain, described, adapted, typed } = harness.tools;
    expect(plain.inputSchema).toEqual({ type: "object" });
    const { errors } = await harness.connect();
    expect(plain).toMatchObject({ inputSchema, description: "theirs", annotations: { readOnlyHint: true } });
    expect(described.description).toBe(description);
    expect(adapted.inputSchema).toEqual({ type: "object" });
    expect(typed.inputSchema).toEqual(own);
    expect(Object.keys(errors)).toEqual(["missing"]);
    expect(errors.missing).toBeInstanceOf(ToolNotFoundError);
    expect(errors.missing).toMatchObject({ where: "server", nearest: ["drawio.create"] });
    await harness.stop();
  });

  it("adapts what goes in and what comes out", async () => {
    const { factories, ports } = fakes();
    const harness = createHarnessTools(
      {
        draw: {
          ...drawio,
          inputAdapter: async ({ notes }) => ({ xml: `<${String(notes)}>` }),
          outputAdapter: (output, result) => ({ output, from: result.serverId }),
        },
      },
      { factories },
    );
    const seen: JsonObject[] = [];
    for (const port of ports)
      port.onCall = async (_name, args) => {
        seen.push(args);
        return { content: [{ type: "text", text: "done" }] };
      };
    expect(await harness.tools.draw.execute({ notes: "box" })).toEqual({ output: "done", from: "draw" });
    expect(seen).toEqual([{ xml: "<box>" }]);
    const registry = createToolRegistry(Object.values(harness.tools));
    expect(await registry.dispatch("draw", { notes: "box" })).toMatchObject({
      output: { output: "done", from: "draw" },
      content: [{ type: "text", text: "done" }],
    });
    await harness.stop();
  });
});

describe("servers", () => {
  it("are shared by the declarations that name the same one, and by no others", async () => {
    const { factories, configs, ports } = fakes();
    const { install, ...bare } = drawio;
    const harness = createHarnessTools(
      {
        create: bare,
        read: { ...drawio, tool: "drawio.read", env: undefined as never },
        other_args: { ...bare, args: ["@drawio/mcp", "--verbose"] },
        other_env: { ...bare, env: { LANG: "C" } },
        other_cwd: { ...bare, cwd: "/workspace/sub" },
        other_command: { ...bare, command: "pnpx" },
      },
      { factories },
    );
    expect(configs.map(({ serverId }) => serverId)).toEqual([
      "create",
      "other_args",
      "other_env",
      "other_cwd",
      "other_command",
    ]);
    expect(configs[0]).toMatchObject({ install });
    await harness.tools.read.execute({});
    await harness.tools.create.execute({});
    expect(ports[0]?.log).toEqual(["call drawio.read", "call drawio.create"]);
    await harness.stop();
  });

  it("are listed in parallel, and one that is slow or down harms no other", async () => {
    const { factories, ports } = fakes();
    const harness = createHarnessTools(
      { good: drawio, down: { ...drawio, command: "down" } },
      { factories, principal: "ann" },
    );
    const down = new McpProtocolError({ phase: "connect", message: "It does not start." });
    const [, second] = ports;
    if (second !== undefined) second.onList = () => Promise.reject(down);
    expect((await harness.connect()).errors).toEqual({ down });
    expect(await harness.tools.good.execute({})).toBe("good/drawio.create");
    await harness[Symbol.asyncDispose]();
    expect(ports.map(({ state }) => state)).toEqual(["closed", "closed"]);
  });
});

describe("failures", () => {
  it("of the tool are thrown as a ToolError with the whole answer, and are results in a registry", async () => {
    const { factories, ports } = fakes();
    const harness = createHarnessTools(
      { draw: { ...drawio, outputAdapter: () => "never called" } },
      { factories },
    );
    for (const port of ports)
      port.onCall = async () => ({ content: [{ type: "text", text: "no" }], isError: true });
    const error = await harness.tools.draw.execute({}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({ toolName: "draw", serverId: "draw", result: { output: "no" } });
    const registry = createToolRegistry(Object.values(harness.tools));
    expect(await registry.dispatch("draw", {})).toMatchObject({ isError: true, output: "no" });
    await harness.stop();
  });

  it("of the transport pass through as they are", async () => {
    const { factories, ports } = fakes();
    const harness = createHarnessTools({ draw: drawio }, { factories });
    const error = new TypeError("a sandbox's own error");
    for (const port of ports) port.onCall = () => Promise.reject(error);
    await expect(harness.tools.draw.execute({})).rejects.toBe(error);
    await expect(createToolRegistry(Object.values(harness.tools)).dispatch("draw", {})).rejects.toBe(error);
    await harness.stop();
  });
});

describe("a bad declaration", () => {
  const http = { kind: "mcp_http", url: "https://mcp.example.com", tool: "t" };

  it.each([
    ["a name no provider takes", { "draw.io": drawio }, "/draw.io", "a tool name is 1 to 64"],
    ["no object", { draw: "npx" }, "/draw", "expected a tool as an object"],
    ["an unknown kind", { draw: { ...drawio, kind: "mcp_stdo" } }, "/draw/kind", 'Did you mean "mcp_stdio"?'],
    ["no command", { draw: { kind: "mcp_stdio", tool: "t" } }, "/draw/command", 'Write command: "npx"'],
    ["no tool", { draw: { kind: "mcp_stdio", command: "npx" } }, "/draw/tool", 'Write tool: "drawio.create"'],
    ["an unknown key", { draw: { ...drawio, argv: [] } }, "/draw/argv", 'Did you mean "args"?'],
    ["args that are text", { draw: { ...drawio, args: "x" } }, "/draw/args", "a list of strings"],
    [
      "an env that is no text",
      { draw: { ...drawio, env: { A: 1 } } },
      "/draw/env",
      "whose values are strings",
    ],
    [
      "an install without command",
      { draw: { ...drawio, install: {} } },
      "/draw/install/command",
      "npm install",
    ],
    [
      "an adapter that is no function",
      { draw: { ...drawio, inputAdapter: {} } },
      "/draw/inputAdapter",
      "a function",
    ],
    ["a url that is missing", { draw: { ...http, url: undefined } }, "/draw/url", "Write url:"],
    ["a url that is none", { draw: { ...http, url: "ftp://x" } }, "/draw/url", "http or https URL"],
    [
      "an unknown auth",
      { draw: { ...http, auth: { kind: "oauth" } } },
      "/draw/auth/kind",
      'Did you mean "oauth2"?',
    ],
    [
      "a missing token",
      { draw: { ...http, auth: { kind: "bearer", token: undefined } } },
      "/draw/auth/token",
      "needs it",
    ],
    [
      "an empty token",
      { draw: { ...http, auth: { kind: "bearer", token: "" } } },
      "/draw/auth/token",
      "non-empty",
    ],
    [
      "half a password",
      { draw: { ...http, auth: { kind: "basic", username: "u" } } },
      "/draw/auth/password",
      "needs it",
    ],
    [
      "a key of another auth",
      { draw: { ...http, auth: { kind: "none", token: "t" } } },
      "/draw/auth/token",
      "no such key",
    ],
  ])("with %s is named and starts nothing", (_what, record, pointer, part) => {
    const { factories, configs } = fakes();
    const make = (): unknown =>
      createHarnessTools(
        { fine: drawio, ...(record as Record<string, HarnessToolDeclaration>) },
        { factories },
      );
    expect(make).toThrow(expect.objectContaining({ code: "config", pointer }));
    expect(make).toThrow(part);
    expect(configs).toEqual([]);
  });

  it("may be two ways to install one server", () => {
    const { factories } = fakes();
    const other = { ...drawio, install: { command: "npm install @drawio/mcp@1" } };
    expect(() => createHarnessTools({ one: drawio, two: other }, { factories })).toThrow(
      /"one" installs the same/,
    );
  });

  it("may be of a kind nobody makes", () => {
    expect(() => createHarnessTools({ draw: drawio }, { factories: {} })).toThrow(
      expect.objectContaining({ code: "config", pointer: "/draw/kind" }),
    );
  });
});
