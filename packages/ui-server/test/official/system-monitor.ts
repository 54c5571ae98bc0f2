import { fileURLToPath } from "node:url";
import { createMcpTransportPool, type McpTransportPool } from "@x/mcp";
import { hostSandbox } from "@x/sandbox-host";

/** The official MCP App that has a tool for its own view alone, over stdio. */
export function openSystemMonitor(): McpTransportPool {
  const program = new URL("index.js", import.meta.resolve("@modelcontextprotocol/server-system-monitor"));
  const monitor = {
    kind: "stdio",
    serverId: "monitor",
    command: process.execPath,
    args: [fileURLToPath(program), "--stdio"],
  } as const;
  return createMcpTransportPool(
    { servers: [monitor] },
    { sandbox: hostSandbox({ allowHostExecution: true }) },
  );
}
