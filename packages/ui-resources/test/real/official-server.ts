import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/** The official example apps. */
export const officialApps = [
  "basic-vanillajs",
  "budget-allocator",
  "cohort-heatmap",
  "debug",
  "map",
  "pdf",
  "shadertoy",
  "sheet-music",
  "system-monitor",
  "threejs",
] as const;

/** Runs one over stdio, with a client that can show UI. */
export async function startOfficialApp(
  app: (typeof officialApps)[number],
  extensions: Record<string, never>,
): Promise<Client> {
  const server = createRequire(import.meta.url).resolve(`@modelcontextprotocol/server-${app}`);
  const client = new Client({ name: "x-tests", version: "1.0.0" }, { capabilities: { extensions } });
  const args = [join(dirname(server), "index.js"), "--stdio"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  return client;
}
