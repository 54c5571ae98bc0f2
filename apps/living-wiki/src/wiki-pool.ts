import { createMcpTransportPool, type McpTransportPool } from "@x/mcp";
import { hostSandbox } from "@x/sandbox-host";
import { type DemoServers, demoServers } from "./servers.ts";
import { type WatchedSandbox, watchSandbox } from "./watched-sandbox.ts";

/** The demo's pool with everything behind it. Disposing ends every process and removes the scratch folder. */
export interface WikiPool extends AsyncDisposable {
  readonly pool: McpTransportPool;
  readonly wikiFolder: string;
  readonly sandboxes: Readonly<Record<string, WatchedSandbox>>;
}

/** Composes the demo: which servers, in which sandbox. The host is chosen here, in so many words. */
export async function openWikiPool(): Promise<WikiPool> {
  const declared: DemoServers = await demoServers();
  const sandboxes = Object.fromEntries(
    declared.servers.map(({ serverId }) => [
      serverId,
      watchSandbox(hostSandbox({ allowHostExecution: true })),
    ]),
  );
  const pool = createMcpTransportPool({ servers: declared.servers }, { sandboxes });
  return {
    pool,
    sandboxes,
    wikiFolder: declared.wikiFolder,
    async [Symbol.asyncDispose]() {
      await pool.stop();
      await declared[Symbol.asyncDispose]();
    },
  };
}
