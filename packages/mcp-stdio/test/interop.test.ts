import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject, McpTransportPort } from "@x/mcp-core";
import { createStdioTransport, type StdioServerConfig, type StdioTransportOptions } from "@x/mcp-stdio";
import { hostSandbox } from "@x/sandbox-host";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { binOf, fixture } from "./real-server.ts";

vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcp-interop-"));
  await writeFile(join(folder, "note.txt"), "A note é\n");
  await writeFile(join(folder, "map.drawio"), '<mxfile><diagram id="p1" name="Page one"/></mxfile>');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function start(
  file: string,
  args: readonly string[] = [],
  more: Partial<StdioServerConfig> = {},
  options: StdioTransportOptions = {},
): McpTransportPort {
  const sandbox = hostSandbox({ allowHostExecution: true });
  const config = {
    kind: "stdio",
    serverId: "real",
    command: process.execPath,
    args: [file, ...args],
    ...more,
  } as const;
  return createStdioTransport(config, { sandbox, ...options });
}

interface Real {
  readonly name: string;
  open(): McpTransportPort;
  /** A tool, its arguments, and what has to come out. */
  readonly call: () => readonly [string, JsonObject, unknown];
}

const servers: readonly Real[] = [
  {
    name: "server-everything",
    open: () => start(binOf("@modelcontextprotocol/server-everything")),
    call: () => ["echo", { message: "héllo 漢😀" }, "Echo: héllo 漢😀"],
  },
  {
    name: "server-filesystem",
    open: () => start(binOf("@modelcontextprotocol/server-filesystem"), [folder]),
    call: () => ["read_text_file", { path: join(folder, "note.txt") }, { content: "A note é\n" }],
  },
  {
    name: "server-memory",
    open: () =>
      start(binOf("@modelcontextprotocol/server-memory"), [], {
        env: { MEMORY_FILE_PATH: join(folder, "memory.json") },
      }),
    call: () => [
      "create_entities",
      { entities: [{ name: "Ada", entityType: "person", observations: ["wrote the first program"] }] },
      { entities: [{ name: "Ada", entityType: "person", observations: ["wrote the first program"] }] },
    ],
  },
  {
    name: "server-sequential-thinking",
    open: () => start(binOf("@modelcontextprotocol/server-sequential-thinking")),
    call: () => [
      "sequentialthinking",
      { thought: "One", thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true },
      expect.objectContaining({ thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true }),
    ],
  },
  {
    name: "@drawio/mcp",
    open: () => start(binOf("@drawio/mcp")),
    call: () => ["list_pages", { path: join(folder, "map.drawio") }, expect.stringContaining("Page one")],
  },
];

describe.each(servers)("$name", ({ open, call }) => {
  test("is listed, and a tool of it is called", async () => {
    await using port = open();
    const tools = await port.connect();
    const [name, args, output] = call();
    expect(tools.map((tool) => tool.name)).toContain(name);
    expect(port.quarantined).toEqual([]);
    const result = await port.callTool(name, args);
    expect(result.isError).toBe(false);
    expect(result.output).toEqual(output);
  });
});

describe.each([
  { server: "SDK v1", file: "sdk-v1-server.mjs", era: "auto", spoken: "legacy", name: "sdk-v1" },
  { server: "SDK v1", file: "sdk-v1-server.mjs", era: "legacy", spoken: "legacy", name: "sdk-v1" },
  { server: "SDK v2", file: "sdk-v2-server.mjs", era: "auto", spoken: "modern", name: "sdk-v2" },
  { server: "SDK v2", file: "sdk-v2-server.mjs", era: "legacy", spoken: "legacy", name: "sdk-v2" },
  { server: "SDK v2", file: "sdk-v2-server.mjs", era: "modern", spoken: "modern", name: "sdk-v2" },
  {
    server: "SDK v2, modern only",
    file: "sdk-v2-modern-only.mjs",
    era: "auto",
    spoken: "modern",
    name: "sdk-v2",
  },
] as const)("a server made with $server, era $era", ({ file, era, spoken, name }) => {
  test("is spoken to as it speaks", async () => {
    await using port = start(fixture(file), [], { era });
    await port.connect();
    expect(port.serverInfo).toMatchObject({ era: spoken, name });
    expect((await port.callTool("add", { a: 20, b: 22 })).output).toEqual({ sum: 42 });
    const calls = Array.from({ length: 50 }, (_, index) => port.callTool("add", { a: index, b: 1 }));
    expect((await Promise.all(calls)).map(({ output }) => output)).toEqual(
      calls.map((_, index) => ({ sum: index + 1 })),
    );
  });

  test("is told when a call is given up, and goes on", async () => {
    await using port = start(fixture(file), [], { era });
    await port.connect();
    const call = port.callTool("slow", { ms: 20_000 }, { timeoutMs: 300 });
    await expect(call).rejects.toMatchObject({ code: "timeout", outcome: "unknown" });
    expect((await port.callTool("add", { a: 1, b: 1 })).output).toEqual({ sum: 2 });
  });
});

test.each(["legacy", "modern"] as const)(
  "an SDK v2 server that asks gets its answer in the %s era",
  async (era) => {
    const handlers = { elicit: async () => ({ action: "accept", content: { name: "Ada" } }) };
    await using port = start(fixture("sdk-v2-server.mjs"), [], { era }, { handlers });
    expect((await port.callTool("ask", {})).output).toBe("Hello Ada");
  },
);

test("a thousand calls of server-everything over one process keep their answers apart", async () => {
  await using port = start(binOf("@modelcontextprotocol/server-everything"));
  for (let batch = 0; batch < 20; batch++) {
    const calls = Array.from({ length: 50 }, (_, index) =>
      port.callTool("echo", { message: `${batch}-${index}` }),
    );
    expect((await Promise.all(calls)).map(({ output }) => output)).toEqual(
      calls.map((_, index) => `Echo: ${batch}-${index}`),
    );
  }
});
