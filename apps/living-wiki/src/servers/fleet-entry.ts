import type { Clock, McpServerConfig, McpTransportPool } from "@x/mcp";
import type { Sandbox } from "@x/sandbox";
import type { SandboxId } from "../contract/sandbox-view.ts";
import type { FleetPlaces } from "./fleet-places.ts";
import { createLoopbackServer, type LoopbackServer } from "./loopback-server.ts";
import { type WatchedSandbox, watchSandbox } from "./watched-sandbox.ts";
import type { LoopbackDeclaration, WikiServer } from "./wiki-server.ts";

/** A server on its way into the pool. */
export interface FleetEntry {
  readonly server: WikiServer;
  /** Where its program runs, or would. */
  readonly place: SandboxId | undefined;
  readonly sandbox: WatchedSandbox | undefined;
  readonly loopback?: LoopbackServer;
  /** It is in the pool, has a problem, or waits. */
  readonly settled: Promise<void>;
  readonly waitsFor: "host-consent" | undefined;
  url: string | undefined;
  problem: unknown;
}

/** What entries are made with. */
export interface FleetEntryOptions {
  readonly pool: McpTransportPool;
  readonly places: FleetPlaces;
  readonly clock: Clock;
  tell(serverId: string, text: string): void;
}

/** Longer waits than the default: the program has to start before it can be reached. */
const loopbackBackoff = { initialDelayMs: 400, maxDelayMs: 5_000, maxAttempts: 10 } as const;

/** Makes the entry of a server, with a sandbox of its own where it is a program. Not in the pool yet. */
export function createFleetEntry(server: WikiServer, options: FleetEntryOptions): FleetEntry {
  const { declaration } = server;
  const idle = { server, sandbox: undefined, settled: Promise.resolve(), waitsFor: undefined };
  if (declaration.kind === "streamable-http")
    return { ...idle, place: undefined, url: declaration.url, problem: undefined };
  if (declaration.kind !== "stdio" && declaration.kind !== "loopback-http")
    return { ...idle, place: undefined, url: undefined, problem: undefined }; // the pool says what is wrong with it
  try {
    const placement = options.places.placementOf(server);
    const { id: place } = placement;
    if ("waitsFor" in placement)
      return { ...idle, place, waitsFor: placement.waitsFor, url: undefined, problem: undefined };
    const sandbox = watched(declaration.serverId, placement.sandbox, options);
    return declaration.kind === "loopback-http"
      ? createLoopbackEntry({ server, declaration, place, sandbox }, options)
      : { ...idle, place, sandbox, url: undefined, problem: undefined };
  } catch (problem) {
    return { ...idle, place: server.sandbox, url: undefined, problem };
  }
}

/** Adds a server to the pool. A wrong declaration is the entry's problem, not ours. */
export function addToPool(entry: FleetEntry, pool: McpTransportPool, config: McpServerConfig): void {
  try {
    pool.add(config);
  } catch (error) {
    entry.problem = error;
  }
}

interface LoopbackParts {
  readonly server: WikiServer;
  readonly declaration: LoopbackDeclaration;
  readonly place: SandboxId;
  readonly sandbox: WatchedSandbox;
}

/** An HTTP server that joins the pool when it is known where it listens. */
function createLoopbackEntry(parts: LoopbackParts, { pool, clock, tell }: FleetEntryOptions): FleetEntry {
  const { server, declaration, place, sandbox } = parts;
  const { serverId } = declaration;
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
  const entry: FleetEntry = {
    server,
    place,
    sandbox,
    loopback,
    settled,
    waitsFor: undefined,
    url: undefined,
    problem: undefined,
  };
  return entry;
}

function watched(serverId: string, sandbox: Sandbox, { tell }: FleetEntryOptions): WatchedSandbox {
  return watchSandbox(sandbox, {
    started: (id) => tell(serverId, `process ${id} started`),
    ended: (id, how) => tell(serverId, `process ${id} ended: ${how}`),
    installing: (yes) => tell(serverId, yes ? "is being installed in its sandbox" : "install step has ended"),
  });
}

/** A new process knows nothing of the old one's session; the next call would have to find that out. */
function reconnectQuietly(pool: McpTransportPool, serverId: string): void {
  if (pool.server(serverId)?.state === "reconnecting") return;
  // A failure stands in the pool's snapshot.
  pool.reconnect({ serverId }).catch(() => undefined);
}
