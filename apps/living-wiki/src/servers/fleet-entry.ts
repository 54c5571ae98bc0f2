import type { Clock, McpServerConfig, McpTransportPool } from "@x/mcp";
import type { Sandbox } from "@x/sandbox";
import { createLoopbackServer, type LoopbackServer } from "./loopback-server.ts";
import { type WatchedSandbox, watchSandbox } from "./watched-sandbox.ts";
import type { LoopbackDeclaration, WikiServer } from "./wiki-server.ts";

/** A server on its way into the pool. */
export interface FleetEntry {
  readonly server: WikiServer;
  readonly sandbox: WatchedSandbox | undefined;
  readonly loopback?: LoopbackServer;
  /** It is in the pool, or has a problem. */
  readonly settled: Promise<void>;
  url: string | undefined;
  problem: unknown;
}

/** What entries are made with. */
export interface FleetEntryOptions {
  readonly pool: McpTransportPool;
  readonly sandbox: Sandbox;
  readonly clock: Clock;
  tell(serverId: string, text: string): void;
}

/** Longer waits than the default: the program has to start before it can be reached. */
const loopbackBackoff = { initialDelayMs: 400, maxDelayMs: 5_000, maxAttempts: 10 } as const;

/** Makes the entry of a server, with a sandbox of its own where it is a program. Not in the pool yet. */
export function createFleetEntry(server: WikiServer, options: FleetEntryOptions): FleetEntry {
  const { declaration } = server;
  if (declaration.kind === "loopback-http") return createLoopbackEntry(server, declaration, options);
  return {
    server,
    sandbox: declaration.kind === "stdio" ? watchedSandbox(declaration.serverId, options) : undefined,
    settled: Promise.resolve(),
    url: declaration.kind === "streamable-http" ? declaration.url : undefined,
    problem: undefined,
  };
}

/** Adds a server to the pool. A wrong declaration is the entry's problem, not ours. */
export function addToPool(entry: FleetEntry, pool: McpTransportPool, config: McpServerConfig): void {
  try {
    pool.add(config);
  } catch (error) {
    entry.problem = error;
  }
}

/** An HTTP server that joins the pool when it is known where it listens. */
function createLoopbackEntry(
  server: WikiServer,
  declaration: LoopbackDeclaration,
  options: FleetEntryOptions,
): FleetEntry {
  const { pool, clock, tell } = options;
  const { serverId } = declaration;
  const sandbox = watchedSandbox(serverId, options);
  let settle = (): void => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const loopback = createLoopbackServer({
    declaration,
    sandbox,
    clock,
    onListening(url) {
      entry.problem = undefined;
      if (entry.url === undefined) {
        entry.url = url;
        const config = { kind: "streamable-http", serverId, url, backoff: loopbackBackoff };
        addToPool(entry, pool, config);
      } else reconnectQuietly(pool, serverId);
      tell(serverId, `listens on ${url}`);
      settle();
    },
    onGivenUp(error) {
      entry.problem = error;
      tell(serverId, "its program was given up");
      settle();
    },
  });
  const entry: FleetEntry = { server, sandbox, loopback, settled, url: undefined, problem: undefined };
  return entry;
}

function watchedSandbox(serverId: string, { sandbox, tell }: FleetEntryOptions): WatchedSandbox {
  return watchSandbox(sandbox, {
    started: (id) => tell(serverId, `process ${id} started`),
    ended: (id, how) => tell(serverId, `process ${id} ended: ${how}`),
  });
}

/** A new process knows nothing of the old one's session; the next call would have to find that out. */
function reconnectQuietly(pool: McpTransportPool, serverId: string): void {
  if (pool.server(serverId)?.state === "reconnecting") return;
  // A failure stands in the pool's snapshot.
  pool.reconnect({ serverId }).catch(() => undefined);
}
