import { fileURLToPath } from "node:url";
import { createMcpTransportPool, type JsonObject, type McpTransportPool } from "@x/mcp";
import { hostSandbox } from "@x/sandbox-host";

/** One of the official MCP App servers, and what its view must show for what call. */
export interface OfficialApp {
  /** Name of the package after `@modelcontextprotocol/server-`; also the server's id. */
  readonly server: string;
  readonly tool: string;
  readonly args?: JsonObject;
}

/** Those that need nothing but what the strict policy gives. */
export const strictApps: readonly OfficialApp[] = [
  { server: "basic-vanillajs", tool: "get-time" },
  { server: "budget-allocator", tool: "get-budget-data" },
  { server: "cohort-heatmap", tool: "get-cohort-data" },
  { server: "debug", tool: "debug-tool" },
  { server: "shadertoy", tool: "render-shadertoy" },
  { server: "sheet-music", tool: "play-sheet-music" },
  { server: "system-monitor", tool: "get-system-info" },
];

/** Those that need `unsafe-eval` or scripts of `data:` addresses: the compat policy. */
export const compatApps: readonly OfficialApp[] = [
  { server: "pdf", tool: "display_pdf" },
  { server: "threejs", tool: "show_threejs_scene" },
];

/** Loads a library from a CDN before it says anything, so without the internet it never starts. */
export const mapApp: OfficialApp = { server: "map", tool: "show-map" };

/** Starts the servers of `apps` over stdio: our pool, our session, the host as the sandbox. */
export function openAppServers(
  apps: readonly OfficialApp[],
  args: Readonly<Record<string, readonly string[]>> = {},
): McpTransportPool {
  const servers = apps.map(({ server }) => ({
    kind: "stdio" as const,
    serverId: server,
    command: process.execPath,
    args: [programOf(server), "--stdio", ...(args[server] ?? [])],
  }));
  return createMcpTransportPool({ servers }, { sandbox: hostSandbox({ allowHostExecution: true }) });
}

function programOf(server: string): string {
  const main = import.meta.resolve(`@modelcontextprotocol/server-${server}`);
  return fileURLToPath(new URL("index.js", main));
}
