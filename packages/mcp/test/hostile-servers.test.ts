import { createMcpTransportPool, type StdioServerConfig } from "@x/mcp";
import { type ScriptedMode, scriptedServerCommand } from "@x/mcp-testing";
import { hostSandbox } from "@x/sandbox-host";
import { describe, expect, it } from "vitest";
import { childProcesses } from "./fixtures/real-server.ts";

const scripted = (serverId: string, mode: ScriptedMode): StdioServerConfig => ({
  kind: "stdio",
  serverId,
  ...scriptedServerCommand(mode),
});

/** A program that never says anything useful, as fast as it can. */
const program = (serverId: string, code: string): StdioServerConfig => ({
  kind: "stdio",
  serverId,
  command: process.execPath,
  args: ["-e", code],
});

describe("twenty servers in processes, four of them bad", () => {
  it("leave sixteen usable within the deadline, and the snapshot tells the truth about the four", async () => {
    const good = Array.from({ length: 16 }, (_, index) => scripted(`good${index}`, "normal"));
    const bad = [
      scripted("hangs", "hang-on-opening"),
      scripted("crashes", "exit-at-once"),
      program(
        "floods",
        "const line = 'x'.repeat(65536) + '\\n'; const go = () => process.stdout.write(line, go); go()",
      ),
      program(
        "garbage",
        'process.stdin.on(\'data\', () => process.stdout.write(\'{"jsonrpc":"1.0","id":[]}\\n\'))',
      ),
    ].map((config) => ({ ...config, connectTimeoutMs: 5_000 }));
    const servers = [...bad, ...good].map((config) => ({ ...config, backoff: { maxAttempts: 1 } }));
    await using pool = createMcpTransportPool(
      { servers },
      { sandbox: hostSandbox({ allowHostExecution: true }) },
    );

    const usable = (await pool.connect()).filter(({ serverToolName }) => serverToolName === "echo");
    expect(usable.map(({ serverId }) => serverId)).toEqual(good.map(({ serverId }) => serverId));
    const answers = await Promise.all(usable.map(({ name }) => pool.callTool(name, { text: name })));
    expect(answers.map(({ output }) => JSON.stringify(output))).toEqual(
      usable.map(({ name }) => expect.stringContaining(name)),
    );

    const about = Object.fromEntries(pool.snapshot().map((server) => [server.serverId, server]));
    for (const { serverId } of good) expect(about[serverId]).toMatchObject({ state: "connected" });
    for (const { serverId } of bad) {
      expect(about[serverId]).toMatchObject({ tools: 0, lastError: { serverId } });
      expect(about[serverId]?.state).not.toBe("connected");
    }
    expect(about.crashes?.lastError).toMatchObject({ exitCode: 3 });
    expect(about.hangs?.lastError?.code).toBe("timeout");
    await pool.stop();
    expect(childProcesses()).toEqual([]);
  }, 120_000);
});
