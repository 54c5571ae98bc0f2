import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { StdioServerConfig } from "@x/mcp";

/** The servers of the demo, and what to clean up after them. */
export interface DemoServers extends AsyncDisposable {
  readonly servers: readonly StdioServerConfig[];
  /** The folder of Markdown pages. */
  readonly wikiFolder: string;
}

/** Declares the three servers; nothing is started. The memory server's file lives in a folder of its own. */
export async function demoServers(): Promise<DemoServers> {
  const wikiFolder = fileURLToPath(new URL("../wiki", import.meta.url));
  const scratch = await mkdtemp(path.join(os.tmpdir(), "living-wiki-"));
  return {
    wikiFolder,
    servers: [
      declare("filesystem", "@modelcontextprotocol/server-filesystem", [wikiFolder]),
      declare("memory", "@modelcontextprotocol/server-memory", [], {
        MEMORY_FILE_PATH: path.join(scratch, "memory.jsonl"),
      }),
      declare("everything", "@modelcontextprotocol/server-everything", ["stdio"]),
    ],
    [Symbol.asyncDispose]: () => rm(scratch, { recursive: true, force: true }),
  };
}

function declare(
  serverId: string,
  packageName: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): StdioServerConfig {
  const entry = commandOf(packageName);
  return {
    kind: "stdio",
    serverId,
    command: process.execPath,
    args: [entry, ...args],
    ...(env === undefined ? {} : { env }),
  };
}

/** The servers ship as dependencies: no `npx`, no network. */
function commandOf(packageName: string): string {
  const require = createRequire(import.meta.url);
  const manifestFile = require.resolve(`${packageName}/package.json`);
  const { bin } = require(manifestFile) as { readonly bin: Readonly<Record<string, string>> };
  const [entry] = Object.values(bin);
  if (entry === undefined)
    throw new Error(`${packageName} has no command. Run "npm run demo" again to reinstall it.`);
  return path.join(path.dirname(manifestFile), entry);
}
