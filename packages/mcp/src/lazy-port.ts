import {
  abortable,
  type Clock,
  copyJson,
  createEventHub,
  type McpEvent,
  McpProtocolError,
  type McpRequestOptions,
  type McpState,
  type McpTransportPort,
  requestOptionsError,
} from "@x/mcp-core";

type EventType = McpEvent["type"];

/** What a port that is loaded later is made of. */
export interface LazyPortOptions {
  readonly serverId: string;
  readonly clock: Clock;
  /** Makes the port itself; called on the first use, and again only where it failed. */
  load(): Promise<McpTransportPort>;
}

/** A subscription that moves from the port to the one behind it. */
interface Subscription {
  attach(port: McpTransportPort): void;
}

/**
 * A port whose code is loaded on its first use. Until then it is `disconnected` and has no tools; subscriptions made
 * before hold afterwards. A port that is stopped before its first use loads nothing at all.
 */
export function createLazyPort({ serverId, clock, load }: LazyPortOptions): McpTransportPort {
  const hub = createEventHub();
  const subscriptions = new Set<Subscription>();
  let port: McpTransportPort | undefined;
  let loading: Promise<McpTransportPort> | undefined;
  let stopping: Promise<void> | undefined;
  let unloadedState: McpState = "disconnected";

  const loadOnce = async (): Promise<McpTransportPort> => {
    try {
      const loaded = await load();
      port = loaded;
      for (const subscription of subscriptions) subscription.attach(loaded);
      return loaded;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };

  /** The port itself, for a request that has to wait for it. */
  const loaded = (signal: AbortSignal | undefined): Promise<McpTransportPort> => {
    if (port !== undefined) return Promise.resolve(port);
    if (stopping !== undefined) return Promise.reject(stoppedError(serverId));
    loading ??= loadOnce();
    return abortable(loading, signal, `Loading the transport of server "${serverId}"`);
  };

  const on = <T extends EventType>(
    type: T,
    handler: (event: Extract<McpEvent, { type: T }>) => void,
  ): (() => void) => {
    if (port !== undefined) return port.on(type, handler);
    let off = hub.on(type, handler);
    const subscription: Subscription = {
      attach(to) {
        off();
        off = to.on(type, handler);
      },
    };
    subscriptions.add(subscription);
    return () => {
      subscriptions.delete(subscription);
      off();
    };
  };

  const end = async (options: Parameters<McpTransportPort["stop"]>[0]): Promise<void> => {
    // A port that could not be loaded has nothing to stop; whoever waited for it has heard why.
    const found = port ?? (await loading?.catch(() => undefined));
    if (found !== undefined) return found.stop(options);
    unloadedState = "closed";
    hub.emit(closedEvent(serverId, clock.now()));
    hub.clear();
    subscriptions.clear();
  };

  /** The port, for a request whose options make sense. */
  const checked = (options: McpRequestOptions | undefined): Promise<McpTransportPort> =>
    refused(options, serverId) ?? loaded(options?.signal);

  const lazy: McpTransportPort = {
    serverId,
    get state() {
      return port?.state ?? unloadedState;
    },
    get serverInfo() {
      return port?.serverInfo;
    },
    get quarantined() {
      return port?.quarantined ?? [];
    },
    connect: async (options) => (await checked(options)).connect(options),
    reconnect: async (options) => (await checked(options)).reconnect(options),
    listTools: async (options) => (await checked(options)).listTools(options),
    // The path of every call: once loaded, it costs no promise of its own.
    callTool(name, args, options) {
      if (port !== undefined) return port.callTool(name, args, options);
      // Whoever gave them may change them while the transport is loaded.
      const given = copyJson(args);
      return checked(options).then((found) => found.callTool(name, given, options));
    },
    request(method, params, options) {
      const given = copyJson(params);
      return checked(options).then((found) => found.request(method, given, options));
    },
    on,
    onStateChange: (handler) => on("state", ({ change }) => handler(change.state, change.previous, change)),
    stop(options) {
      const wrong = refused(options, serverId);
      if (wrong !== undefined) return wrong;
      stopping ??= end(options);
      return stopping;
    },
    [Symbol.asyncDispose]: () => lazy.stop(),
  };
  return lazy;
}

function closedEvent(serverId: string, at: number): McpEvent {
  const change = { state: "closed", previous: "disconnected", reason: "stopped", at } as const;
  return { type: "state", serverId, at, change };
}

function refused(options: unknown, serverId: string): Promise<never> | undefined {
  const wrong = requestOptionsError(options, serverId);
  return wrong === undefined ? undefined : Promise.reject(wrong);
}

function stoppedError(serverId: string): McpProtocolError {
  return new McpProtocolError({
    phase: "connect",
    code: "closed",
    message: `The transport of server "${serverId}" is stopped. Make a new one.`,
    serverId,
    outcome: "not-sent",
  });
}
