import { readFile } from "node:fs/promises";
import path from "node:path";
import {
  createHarnessTools,
  type HarnessTools,
  isMcpError,
  SandboxNoExecutorError,
  ToolError,
  ToolNotFoundError,
  ValidationError,
} from "@x/mcp";
import { scriptedServerCommand, startScriptedHttpServer } from "@x/mcp-testing";
import { memorySandbox } from "@x/sandbox";
import { hostSandbox } from "@x/sandbox-host";
import { describe, expect, it } from "vitest";
import { type NpmFolder, npmFolder, npmSandbox } from "./fixtures/npm-folder.ts";
import { childProcesses } from "./fixtures/real-server.ts";

const drawioTool = {
  name: "drawio.create",
  description: "What the server says about itself.",
  inputSchema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
};
const script = {
  tools: [drawioTool],
  results: { "drawio.create": { content: [{ type: "text", text: "<mxfile/>" }] } },
};

function declared(npm: NpmFolder): HarnessTools<"drawio_diagram" | "drawio_again"> {
  const sandbox = npmSandbox(npm);
  return createHarnessTools(
    {
      drawio_diagram: {
        kind: "mcp_stdio",
        description: "Create draw.io diagrams from structured architecture notes.",
        install: {
          command: "npm install @drawio/mcp",
          cwd: "/workspace",
          timeoutMs: 120_000,
        },
        command: "npx",
        args: ["@drawio/mcp"],
        tool: "drawio.create",
      },
      drawio_again: { kind: "mcp_stdio", command: "npx", args: ["@drawio/mcp"], tool: "drawio.create" },
    },
    { sandbox },
  );
}

describe("the declaration of a stdio tool that has to be installed", () => {
  it("runs as it is written: installed once, started once, shared by both tools, gone at the end", async () => {
    await using npm = await npmFolder("@drawio/mcp", script);
    const harness = declared(npm);
    const { drawio_diagram: tool, drawio_again: other } = harness.tools;
    expect(childProcesses()).toEqual([]);
    const answers = await Promise.all([tool.execute({ title: "a" }), other.execute({ title: "b" })]);
    expect(answers).toEqual(["<mxfile/>", "<mxfile/>"]);
    expect(await readFile(path.join(npm.path, "installs"), "utf8")).toBe("run\n");
    expect(childProcesses()).toHaveLength(1);

    expect((await harness.connect()).errors).toEqual({});
    expect(tool.description).toBe("Create draw.io diagrams from structured architecture notes.");
    expect(other.description).toBe(drawioTool.description);
    expect(tool.inputSchema).toEqual(drawioTool.inputSchema);
    await expect(tool.execute({ title: 7 })).rejects.toBeInstanceOf(ValidationError);
    await harness.stop();
    expect(childProcesses()).toEqual([]);
  }, 60_000);
});

describe("the declaration of a tool over HTTP", () => {
  it.each([
    [{ kind: "none" }, undefined],
    [{ kind: "bearer", token: "t-1" }, "Bearer t-1"],
    [{ kind: "oauth2", accessToken: "t-2" }, "Bearer t-2"],
    [{ kind: "api_key", header: "Authorization", value: "t-3" }, "t-3"],
    [{ kind: "basic", username: "user", password: "pass" }, `Basic ${btoa("user:pass")}`],
  ] as const)("runs as it is written, with auth %j", async (auth, header) => {
    await using server = await startScriptedHttpServer({ script });
    await using harness = createHarnessTools({
      drawio_remote: {
        kind: "mcp_http",
        description: "Create draw.io diagrams through a remote MCP server.",
        url: server.url,
        auth,
        tool: "drawio.create",
      },
    });
    expect(await harness.tools.drawio_remote.execute({ title: "a" })).toBe("<mxfile/>");
    expect(server.counters.executions("drawio.create")).toBe(1);
    for (const { headers } of server.counters.requests) expect(headers.authorization).toBe(header);
  });

  it("whose credentials are refused fails with a McpAuthError", async () => {
    await using server = await startScriptedHttpServer({ script, faults: [{ kind: "status", status: 401 }] });
    await using harness = createHarnessTools({
      remote: {
        kind: "mcp_http",
        url: server.url,
        auth: { kind: "bearer", token: "bad" },
        tool: "drawio.create",
      },
    });
    await expect(harness.tools.remote.execute({ title: "a" })).rejects.toMatchObject({
      name: "McpAuthError",
      code: "auth",
      serverId: "remote",
    });
  });
});

describe("the failures of a stdio tool", () => {
  const sandbox = hostSandbox({ allowHostExecution: true });
  const server = (mode: Parameters<typeof scriptedServerCommand>[0]) => ({
    kind: "mcp_stdio" as const,
    ...scriptedServerCommand(mode),
  });

  it("are a SandboxNoExecutorError where the sandbox can run nothing", async () => {
    const files = memorySandbox({ executor: "unavailable" });
    await using harness = createHarnessTools(
      { echo: { ...server("normal"), tool: "echo" } },
      { sandbox: files },
    );
    await expect(harness.tools.echo.execute({})).rejects.toBeInstanceOf(SandboxNoExecutorError);
    expect((await harness.connect()).errors.echo).toBeInstanceOf(SandboxNoExecutorError);
  });

  it("are a ToolNotFoundError where the server has no such tool", async () => {
    await using harness = createHarnessTools({ wrong: { ...server("normal"), tool: "ecko" } }, { sandbox });
    const error = await harness.tools.wrong.execute({}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ToolNotFoundError);
    expect(error).toMatchObject({ where: "server", nearest: ["echo"] });
  });

  it("are a ToolError with the answer where the tool says so", async () => {
    const failing = { content: [{ type: "text", text: "no such file" }], isError: true };
    const script = { tools: [{ name: "fail", inputSchema: { type: "object" } }], results: { fail: failing } };
    await using harness = createHarnessTools({ failing: { ...server(script), tool: "fail" } }, { sandbox });
    const error = await harness.tools.failing.execute({}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({ toolName: "failing", result: { output: "no such file", isError: true } });
  });

  it("are a McpProtocolError of the call where the process dies in it, and the next call starts a fresh one", async () => {
    await using harness = createHarnessTools(
      {
        crash: { ...server("crash-in-call"), tool: "crash" },
        echo: { ...server("crash-in-call"), tool: "echo" },
      },
      { sandbox },
    );
    const error = await harness.tools.crash.execute({}).catch((reason: unknown) => reason);
    expect(isMcpError(error)).toBe(true);
    expect(error).toMatchObject({ name: "McpProtocolError", phase: "call", outcome: "unknown", exitCode: 7 });
    expect(JSON.stringify(await harness.tools.echo.execute({ text: "back" }))).toContain("back");
  });

  it("are cancelled with the caller's reason, and the server goes on", async () => {
    await using harness = createHarnessTools(
      {
        hang: { ...server("hang-on-call"), tool: "hang" },
        echo: { ...server("hang-on-call"), tool: "echo" },
      },
      { sandbox },
    );
    await harness.connect();
    const giveUp = new AbortController();
    const call = harness.tools.hang.execute({}, { signal: giveUp.signal });
    giveUp.abort(new Error("enough"));
    await expect(call).rejects.toMatchObject({ code: "cancelled", cause: { message: "enough" } });
    expect(JSON.stringify(await harness.tools.echo.execute({ text: "still here" }))).toContain("still here");
  });
});
