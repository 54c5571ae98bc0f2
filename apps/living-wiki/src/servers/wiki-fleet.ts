import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { systemClock } from "@x/mcp";
import { hostSandbox } from "@x/sandbox-host";
import { appFolders } from "../app-folders.ts";
import { defaultServers } from "./default-servers.ts";
import { createServerFleet, type ServerFleet } from "./server-fleet.ts";
import type { WikiServer } from "./wiki-server.ts";

/** The demo's servers with everything behind them. Disposing ends every process and removes the scratch folder. */
export interface WikiFleet extends AsyncDisposable {
  readonly fleet: ServerFleet;
  readonly wikiFolder: string;
  /** What programs run in. */
  readonly sandbox: { readonly id: string; readonly isolation: string };
}

/** Composes the demo: which servers, in which sandbox. The host is chosen here, in so many words. */
export async function openWikiFleet(more: readonly WikiServer[] = []): Promise<WikiFleet> {
  const sandbox = hostSandbox({ allowHostExecution: true });
  const fleet = createServerFleet({ sandbox, clock: systemClock() });
  const scratch = await mkdtemp(path.join(os.tmpdir(), "living-wiki-"));
  const wikiFleet: WikiFleet = {
    fleet,
    wikiFolder: appFolders.wiki,
    sandbox: { id: sandbox.id, isolation: sandbox.isolation },
    async [Symbol.asyncDispose]() {
      await fleet.stop();
      await rm(scratch, { recursive: true, force: true });
    },
  };
  try {
    for (const server of [...defaultServers({ wiki: appFolders.wiki, scratch }), ...more]) fleet.add(server);
  } catch (error) {
    await wikiFleet[Symbol.asyncDispose]();
    throw error;
  }
  return wikiFleet;
}
