import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createMcpTransportPool, createToolRegistry, type McpTransportPort, registerMcpTools } from "@x/mcp";
import { readRecording, recordedCalls, replayPort, withRecording } from "@x/mcp-testing";
import { hostSandbox } from "@x/sandbox-host";
import { expect, it } from "vitest";
import { childProcesses, realServer } from "./fixtures/real-server.ts";

/** What an application does with a port, whichever it is. */
async function application(port: McpTransportPort): Promise<unknown[]> {
  const registry = createToolRegistry();
  await registerMcpTools(registry, port);
  const echo = await registry.dispatch("everything__echo", { message: "my password is hunter2" });
  const sum = await registry.dispatch("everything__get-sum", { a: 2, b: 3 });
  const names = registry.list().map(({ name }) => name);
  return [names, echo.output, sum.output];
}

it("a session with a real server is recorded without its secrets, and replayed without the server", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "mcp-record-"));
  const file = path.join(folder, "session.jsonl");
  try {
    const pool = createMcpTransportPool(
      { servers: [realServer("everything", "@modelcontextprotocol/server-everything", ["stdio"])] },
      { sandbox: hostSandbox({ allowHostExecution: true }) },
    );
    const recorded = withRecording({ file, secrets: ["hunter2"] })(pool);
    const real = await application(recorded);
    await recorded.stop();
    expect(childProcesses()).toEqual([]);
    expect(await readFile(file, "utf8")).not.toContain("hunter2");

    const recording = await readRecording(file);
    expect(recordedCalls(recording, "everything__get-sum")).toHaveLength(1);
    const replay = replayPort(recording);
    const again = await application(replay);
    replay.assertComplete();
    expect(childProcesses()).toEqual([]);
    expect(JSON.stringify(again)).toBe(JSON.stringify(real).replaceAll("hunter2", "[redacted]"));
  } finally {
    await rm(folder, { recursive: true });
  }
});
