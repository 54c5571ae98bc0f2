import { abortable, type Clock, type McpTransportPool } from "@x/mcp";
import type { SandboxId } from "../contract/sandbox-view.ts";
import { addToPool, createFleetEntry, type FleetEntry } from "./fleet-entry.ts";
import type { FleetPlaces } from "./fleet-places.ts";
import { createFleetPool } from "./fleet-pool.ts";
import type { FleetEvent, FleetServer } from "./fleet-server.ts";
import { countProcesses } from "./process-count.ts";
import type { WikiServer } from "./wiki-server.ts";

interface Abortable {
  readonly signal?: AbortSignal;
}

/** The servers of the wiki: one pool, a sandbox for each program, and the HTTP servers that the app runs itself. */
export interface ServerFleet extends AsyncDisposable {
  readonly pool: McpTransportPool;
  readonly servers: readonly FleetServer[];
  /** Processes of all servers, those that were taken out included. */
  readonly processes: { readonly started: number; readonly left: number };
  get(serverId: string): FleetServer | undefined;
  /**
   * Adds a server; a wrong declaration becomes its `problem`. It connects by itself once the fleet is connected.
   *
   * @throws Error where the id is taken.
   */
  add(server: WikiServer): void;
  /** Takes a server out and ends what it runs. False where there is none. */
  remove(serverId: string): Promise<boolean>;
  /** Ends a server and starts it in another place. */
  move(serverId: string, place: SandboxId): Promise<void>;
  /** Starts what waited for a permission that is there now. */
  release(): void;
  /** Connects every server. What fails stands in the pool's snapshot, or is a `problem`. */
  connect(options?: Abortable): Promise<void>;
  /** Ends a server's processes as an accident would. Resolves with how many there were. */
  kill(serverId: string): Promise<number>;
  /** Connects a server anew, and starts its program where that was given up. */
  reconnect(serverId: string, options?: Abortable): Promise<void>;
  on(handler: (event: FleetEvent) => void): () => void;
  /** Ends every connection and every program. */
  stop(): Promise<void>;
}

/** Makes an empty fleet. Nothing is started before it is used. */
export function createServerFleet(options: {
  readonly places: FleetPlaces;
  readonly clock: Clock;
}): ServerFleet {
  const entries = new Map<string, FleetEntry>();
  const handlers = new Set<(event: FleetEvent) => void>();
  let connected = false;
  let retired = 0;
  const tell = (serverId: string, text: string, removed?: true): void => {
    for (const handler of handlers) handler({ serverId, text, ...(removed && { removed }) });
  };
  const pool = createFleetPool((serverId) => entries.get(serverId)?.sandbox);

  const put = (server: WikiServer): void => {
    const { declaration } = server;
    const entry = createFleetEntry(server, { ...options, pool, tell });
    entries.set(declaration.serverId, entry);
    const ready = entry.waitsFor === undefined && entry.problem === undefined;
    if (declaration.kind !== "loopback-http" && ready) addToPool(entry, pool, declaration);
    if (connected) entry.loopback?.start();
  };
  const take = async (serverId: string, entry: FleetEntry): Promise<void> => {
    await entry.loopback?.stop();
    await pool.remove(serverId);
    retired += entry.sandbox?.started ?? 0;
  };

  return {
    pool,
    get servers() {
      return [...entries.values()].map(view);
    },
    get processes() {
      const { started, left } = countProcesses(this.servers);
      return { started: started + retired, left };
    },
    get(serverId) {
      const entry = entries.get(serverId);
      return entry === undefined ? undefined : view(entry);
    },
    add(server) {
      const { serverId } = server.declaration;
      if (entries.has(serverId))
        throw new Error(`There is a server "${serverId}" already. Choose another id.`);
      put(server);
      tell(serverId, "added");
    },
    async remove(serverId) {
      const entry = entries.get(serverId);
      if (entry === undefined) return false;
      entries.delete(serverId);
      await take(serverId, entry);
      tell(serverId, "removed", true);
      return true;
    },
    async move(serverId, place) {
      const entry = entries.get(serverId);
      if (entry === undefined) throw new Error(`There is no server "${serverId}".`);
      await take(serverId, entry);
      put({ ...entry.server, sandbox: place });
      tell(serverId, `moved to ${place}`);
    },
    release() {
      for (const [serverId, entry] of entries) {
        if (entry.waitsFor === undefined) continue;
        put(entry.server);
        tell(serverId, "may start now");
      }
    },
    async connect(request) {
      connected = true;
      await abortable(connectAll([...entries.values()], pool), request?.signal, "Starting the servers");
    },
    async kill(serverId) {
      const processes = entries.get(serverId)?.sandbox?.running ?? [];
      await Promise.all(processes.map((process) => process.kill()));
      return processes.length;
    },
    async reconnect(serverId, request) {
      const entry = entries.get(serverId);
      entry?.loopback?.start();
      if (pool.server(serverId) !== undefined) await pool.reconnect({ ...request, serverId });
      else if (entry?.loopback === undefined && entry?.problem !== undefined) throw entry.problem;
    },
    on(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    async stop() {
      await pool.stop();
      await Promise.all([...entries.values()].map(({ loopback }) => loopback?.stop()));
      handlers.clear();
    },
    [Symbol.asyncDispose]() {
      return this.stop();
    },
  };
}

async function connectAll(entries: readonly FleetEntry[], pool: McpTransportPool): Promise<void> {
  for (const { loopback } of entries) loopback?.start();
  const later = entries.filter(({ loopback }) => loopback !== undefined);
  await Promise.all([pool.listToolsWithErrors(), ...later.map((entry) => connectWhenSettled(entry, pool))]);
}

/** A server that joins the pool later connects by itself then; this waits for it. */
async function connectWhenSettled({ server, settled }: FleetEntry, pool: McpTransportPool): Promise<void> {
  await settled;
  const { serverId } = server.declaration;
  if (pool.server(serverId) === undefined) return;
  try {
    await pool.connect({ serverId });
  } catch {
    // Its failure stands in the pool's snapshot.
  }
}

function view({ server, place, sandbox, waitsFor, url, problem }: FleetEntry): FleetServer {
  const { serverId } = server.declaration;
  return { ...server, serverId, place, watched: sandbox, waitsFor, url, problem };
}
