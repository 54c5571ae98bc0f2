import { createRequire } from "node:module";
import { stdioFactory } from "@x/mcp-stdio";
import { createMcpTransportPool } from "@x/pool";
import { realCommand } from "@x/tooling/real-parts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxAt } from "./fixtures/stand-in-sandbox.ts";
import { type StandIn, startStandIn } from "./stand-in/stand-in.ts";

const hasBwrap = await realCommand("bwrap", "apt-get install bubblewrap");
const everything = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/server-everything/dist/index.js",
);

describe.skipIf(!hasBwrap)("an MCP server in a machine", () => {
  let standIn: StandIn;
  beforeAll(async () => {
    standIn = await startStandIn();
  });
  afterAll(() => standIn[Symbol.asyncDispose]());

  test("answers calls in their own words, and leaves no machine behind", async () => {
    const pool = createMcpTransportPool({
      servers: [
        {
          kind: "stdio",
          serverId: "everything",
          command: process.execPath,
          args: [everything, "stdio"],
          connectTimeoutMs: 30_000,
        },
      ],
      factories: { stdio: stdioFactory({ sandbox: sandboxAt(standIn) }) },
    });
    try {
      await pool.connect({ timeoutMs: 60_000 });
      expect(pool.snapshot()).toMatchObject([{ serverId: "everything", state: "connected" }]);
      const messages = Array.from({ length: 50 }, (_, index) => `message ${index} äöü`);
      for (const message of messages) {
        const result = await pool.callTool("everything__echo", { message });
        expect(JSON.stringify(result.content)).toContain(message);
      }
      expect(standIn.machines.size).toBe(1);
    } finally {
      await pool.stop();
    }
    expect(standIn.machines.size).toBe(0);
  }, 90_000);
});
