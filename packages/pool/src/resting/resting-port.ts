import {
  type Clock,
  copyJson,
  createEventHub,
  type McpEvent,
  type McpEventHub,
  type McpRequestOptions,
  type McpState,
  type McpStateReason,
  type McpTool,
  type McpTransportPort,
  requestOptionsError,
} from "@x/mcp-core";
import { createEventRelay } from "../event-relay.ts";
import type { CatalogStore } from "./catalog-store.ts";
import { createIdleGate } from "./idle-gate.ts";
import { createInnerPort } from "./inner-port.ts";
import { createKnownCatalog } from "./known-catalog.ts";

/** What a port that starts late and rests in between is made of. */
export interface RestingPortOptions {
  readonly first: McpTransportPort;
  readonly make: () => McpTransportPort;
  readonly catalog: CatalogStore;
  readonly clock: Clock;
  /** Whether the server is started with its first call, where its tools are known. */
  readonly lazy: boolean;
  /** How long it may be without work. `undefined`: for ever. */
  readonly idleStopMs: number | undefined;
}

const ownTypes: ReadonlySet<McpEvent["type"]> = new Set(["state", "tools"]);

/**
 * A port over a server that need not run to be known: its tools are listed from what it listed when it last ran, its
 * first call starts it, and when it has been idle it is stopped. To the outside it is then `disconnected`.
 */
export function createRestingPort(options: RestingPortOptions): McpTransportPort {
  const { clock, lazy, first } = options;
  const { serverId } = first;
  const hub = createEventHub();
  const relay = createEventRelay(hub, ownTypes);
  const known = createKnownCatalog(options.catalog, hub, clock, serverId);
  let rested = false;
  let stopping: Promise<void> | undefined;

  const rest = (): void => {
    const state = inner.current?.state;
    if (state !== "connected" || gate.busy) return;
    rested = true;
    void inner.rest();
    tell(hub, clock, serverId, state, "disconnected", "idle");
  };
  const gate = createIdleGate(clock, options.idleStopMs, rest);
  const learn = (tools: readonly McpTool[], { quarantined }: McpTransportPort): void =>
    known.learn({ tools, quarantined });

  /** What a server announces is told once it is listed, compared with what was known before. */
  const follow = async (port: McpTransportPort): Promise<void> => {
    try {
      learn(await gate.work(() => port.listTools()), port);
    } catch {
      // The port tells of its own failures; what was known stays known until a list says otherwise.
    }
  };
  const inner = createInnerPort(first, options.make, (port) => {
    relay.attach(port);
    const offs = [port.on("state", (event) => hub.emit(event)), port.on("tools", () => void follow(port))];
    return () => {
      relay.detach(port);
      for (const off of offs) off();
    };
  });

  const started = <T>(run: (port: McpTransportPort) => Promise<T>): Promise<T> =>
    gate.work(async () => run(await inner.use()));
  const requested = <T>(options: unknown, run: (port: McpTransportPort) => Promise<T>): Promise<T> => {
    const wrong = requestOptionsError(options, serverId);
    return wrong === undefined ? started(run) : Promise.reject(wrong);
  };
  const isRunning = (): boolean => inner.current !== undefined && inner.current.state !== "disconnected";

  const list = async (
    way: "connect" | "listTools" | "reconnect",
    request: McpRequestOptions = {},
  ): Promise<readonly McpTool[]> => {
    const wrong = requestOptionsError(request, serverId);
    if (wrong !== undefined) throw wrong;
    const mayRest = way !== "reconnect" && !isRunning() && (lazy || (rested && way === "listTools"));
    const recalled = mayRest && stopping === undefined ? await known.recall(request.signal) : undefined;
    if (recalled !== undefined) return recalled;
    return started(async (port) => {
      const tools = await port[way](request);
      learn(tools, port);
      return tools;
    });
  };

  const end = async (stopOptions: Parameters<McpTransportPort["stop"]>[0]): Promise<void> => {
    gate.close();
    const before = inner.current?.state ?? "disconnected";
    const atRest = inner.current === undefined;
    try {
      await inner.end(stopOptions);
      if (atRest) tell(hub, clock, serverId, before, "closed", "stopped");
    } finally {
      hub.clear();
    }
  };

  const port: McpTransportPort = {
    serverId,
    get state() {
      return inner.current?.state ?? (stopping === undefined ? "disconnected" : "closed");
    },
    get serverInfo() {
      return inner.current?.serverInfo;
    },
    get quarantined() {
      return isRunning() ? (inner.current?.quarantined ?? []) : known.quarantined;
    },
    connect: (request) => list("connect", request),
    listTools: (request) => list("listTools", request),
    reconnect: (request) => list("reconnect", request),
    callTool(name, args, call) {
      // Whoever gave them may change them while the server is started.
      const given = copyJson(args);
      return requested(call, (current) => current.callTool(name, given, call));
    },
    request(method, params, request) {
      const given = copyJson(params);
      return requested(request, (current) => current.request(method, given, request));
    },
    on: (type, handler) => relay.on(type, handler),
    onStateChange: (handler) =>
      relay.on("state", ({ change }) => handler(change.state, change.previous, change)),
    stop(stopOptions) {
      const wrong = requestOptionsError(stopOptions, serverId);
      if (wrong !== undefined) return Promise.reject(wrong);
      stopping ??= end(stopOptions);
      return stopping;
    },
    [Symbol.asyncDispose]: () => port.stop(),
  };
  return port;
}

function tell(
  hub: McpEventHub,
  clock: Clock,
  serverId: string,
  previous: McpState,
  state: McpState,
  reason: McpStateReason,
): void {
  const at = clock.now();
  hub.emit({ type: "state", serverId, at, change: { state, previous, reason, at } });
}
