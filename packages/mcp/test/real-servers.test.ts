import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import {
  createMcpTransportPool,
  createToolRegistry,
  defineTool,
  type McpTransportPool,
  registerMcpTools,
} from "@x/mcp";
import { hostSandbox } from "@x/sandbox-host";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { childProcesses, realServer } from "./fixtures/real-server.ts";

describe("three servers from npm in one pool", () => {
  let folder: string;
  let pool: McpTransportPool;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "mcp-door-"));
    await writeFile(path.join(folder, "hello.txt"), "hello from a file");
    pool = createMcpTransportPool(
      {
        servers: [
          realServer("everything", "@modelcontextprotocol/server-everything", ["stdio"]),
          realServer("files", "@modelcontextprotocol/server-filesystem", [folder]),
          {
            ...realServer("memory", "@modelcontextprotocol/server-memory"),
            env: { MEMORY_FILE_PATH: path.join(folder, "memory.json") },
          },
        ],
      },
      { sandbox: hostSandbox({ allowHostExecution: true }) },
    );
  });

  afterAll(async () => {
    await pool.stop();
    await rm(folder, { recursive: true });
  });

  it("are listed under names that tell them apart", async () => {
    const names = (await pool.connect()).map(({ name }) => name);
    expect(names).toContain("everything__echo");
    expect(names).toContain("files__read_text_file");
    expect(names).toContain("memory__create_entities");
    expect(pool.snapshot().map(({ serverId, state }) => `${serverId} ${state}`)).toEqual([
      "everything connected",
      "files connected",
      "memory connected",
    ]);
  });

  it("are called through a registry beside a local tool", async () => {
    const registry = createToolRegistry([defineTool({ name: "here", execute: () => "local" })]);
    const registration = await registerMcpTools(registry, pool);
    expect(await registry.dispatch("everything__echo", { message: "hi" })).toMatchObject({
      output: "Echo: hi",
    });
    const file = await registry.dispatch("files__read_text_file", { path: path.join(folder, "hello.txt") });
    expect(file.content[0]).toEqual({ type: "text", text: "hello from a file" });
    const entity = { name: "Ada", entityType: "person", observations: ["wrote the first program"] };
    await registry.dispatch("memory__create_entities", { entities: [entity] });
    expect(await readFile(path.join(folder, "memory.json"), "utf8")).toContain("wrote the first program");
    expect((await registry.dispatch("here", {})).output).toBe("local");
    await registration.stop();
    expect(registry.list().map(({ name }) => name)).toEqual(["here"]);
  });

  it("answer other requests where the server is named", async () => {
    const answer = await pool.request("resources/list", {}, { serverId: "everything" });
    expect(answer.resources).toBeInstanceOf(Array);
  });

  it("share nothing between principals: each has its own process", async () => {
    const before = childProcesses().length;
    const ann = pool.as("ann");
    await ann.listTools({ serverId: "memory" });
    expect(childProcesses().length).toBe(before + 1);
    await ann.stop();
    expect(childProcesses().length).toBe(before);
  });

  it("restart only where their declaration changed", async () => {
    const { files, memory } = Object.fromEntries(pool.serverIds.map((id) => [id, pool.server(id)]));
    await pool.reconfigure([
      realServer("files", "@modelcontextprotocol/server-filesystem", [folder]),
      {
        ...realServer("memory", "@modelcontextprotocol/server-memory"),
        env: { MEMORY_FILE_PATH: path.join(folder, "other.json") },
      },
    ]);
    expect(pool.server("files")).toBe(files);
    expect(files?.state).toBe("connected");
    expect(memory?.state).toBe("closed");
    expect((await pool.callTool("memory__read_graph", {})).isError).toBe(false);
    expect(pool.serverIds).toEqual(["files", "memory"]);
  });

  it("leave no process behind", async () => {
    await pool.stop();
    expect(childProcesses()).toEqual([]);
  });
});
