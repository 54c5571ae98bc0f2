import {
  abortable,
  type Clock,
  createMcpTransportPool,
  type McpPortContext,
  type McpServerConfig,
  type McpTransportPool,
  type McpTransportPort,
  type StdioServerConfig,
  transportFactories,
} from "@x/mcp";
import type { Sandbox } from "@x/sandbox";
import { addToPool, createFleetEntry, type FleetEntry } from "./fleet-entry.ts";
import type { FleetEvent, FleetServer } from "./fleet-server.ts";
import type { WikiServer } from "./wiki-server.ts";

interface Abortable {
  readonly signal?: AbortSignal;
}

/** The servers of the wiki: one pool, a sandbox for each program, and the HTTP servers that the app runs itself. */
export interface ServerFleet extends AsyncDisposable {
  readonly pool: McpTransportPool;
  readonly servers: readonly FleetServer[];
  get(serverId: string): FleetServer | undefined;
  /**
   * Adds a server; a wrong declaration becomes its `problem`. It connects by itself once the fleet is connected.
   *
   * @throws Error where the id is taken.
   */
  add(server: WikiServer): void;
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

/** Makes an empty fleet whose programs run in `sandbox`. Nothing is started before it is used. */
export function createServerFleet(options: {
  readonly sandbox: Sandbox;
  readonly clock: Clock;
}): ServerFleet {
  const entries = new Map<string, FleetEntry>();
  const handlers = new Set<(event: FleetEvent) => void>();
  const tell = (serverId: string, text: string): void => {
    for (const handler of handlers) handler({ serverId, text });
  };
  const pool = createFleetPool((serverId) => entries.get(serverId)?.sandbox);

  return {
    pool,
    get servers() {
      return [...entries.values()].map(view);
    },
    get(serverId) {
      const entry = entries.get(serverId);
      return entry === undefined ? undefined : view(entry);
    },
    add(server) {
      const { declaration } = server;
      const { serverId } = declaration;
      if (entries.has(serverId))
        throw new Error(`There is a server "${serverId}" already. Choose another id.`);
      const entry = createFleetEntry(server, { ...options, pool, tell });
      entries.set(serverId, entry);
      if (declaration.kind !== "loopback-http") addToPool(entry, pool, declaration);
      tell(serverId, "added");
    },
    async connect(request) {
      const all = [...entries.values()];
      for (const { loopback } of all) loopback?.start();
      const later = all.filter(({ loopback }) => loopback !== undefined);
      const connected = Promise.all([
        pool.listToolsWithErrors(),
        ...later.map((entry) => connectWhenSettled(entry, pool)),
      ]);
      await abortable(connected, request?.signal, "Starting the servers");
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
      else if (entry?.loopback === undefined) throw entry?.problem;
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

/** Each stdio server runs in a sandbox of its own, which is known when its declaration comes. */
function createFleetPool(sandboxOf: (serverId: string) => Sandbox | undefined): McpTransportPool {
  const stdio = (config: StdioServerConfig, context: McpPortContext): McpTransportPort =>
    transportFactories({ sandbox: sandboxOf(config.serverId) }).stdio(config, context);
  return createMcpTransportPool<McpServerConfig>({ servers: [] }, { factories: { stdio } });
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

function view({ server, sandbox, url, problem }: FleetEntry): FleetServer {
  return { ...server, serverId: server.declaration.serverId, sandbox, url, problem };
}
