import {
  abortable,
  ConfigError,
  copyJson,
  createEventHub,
  isJsonObject,
  type McpEvent,
  type McpEventBody,
  type McpEventHub,
  type McpRequestOptions,
  type McpTransportPort,
  requestOptionsError,
} from "@x/mcp-core";
import { type PerformParts, perform } from "./calls/perform.ts";
import { createToolCalls, type ToolCalls } from "./calls/tool-calls.ts";
import { createToolListReader, type ListOptions, type ToolListReader } from "./calls/tool-list.ts";
import { type McpSessionOptions, resolveSettings, type SessionSettings } from "./session-options.ts";
import { createSupervisor, type Supervisor } from "./supervisor/supervisor.ts";
import type { WaitOptions } from "./supervisor/waiters.ts";
import { createListRefresh, type ListRefresh } from "./tools/list-refresh.ts";
import { createToolCatalog, type ToolCatalog } from "./tools/tool-catalog.ts";
import { createToolChecks } from "./tools/tool-checks.ts";

/** What a session is put together from. */
interface SessionParts {
  readonly supervisor: Supervisor;
  readonly catalog: ToolCatalog;
  readonly reader: ToolListReader;
  readonly refresh: ListRefresh;
  readonly perform: PerformParts;
  readonly callTool: ToolCalls;
}

/**
 * Makes the transport of one server over whatever wires `openWire` opens. Nothing is opened before it is used.
 *
 * Its methods reject with an `McpError`, or with the typed error that `openWire` rejected with.
 *
 * @throws ConfigError for options that make no sense
 */
export function createMcpSession(options: McpSessionOptions): McpTransportPort {
  const settings = resolveSettings(options);
  const { serverId } = settings;
  const hub = createEventHub();
  const { supervisor, catalog, reader, refresh, callTool, perform: parts } = createParts(settings, hub);

  const wait = (o: McpRequestOptions = {}): WaitOptions => ({
    what: `Connecting to server "${serverId}"`,
    phase: "connect",
    deadline: "connect",
    timeoutMs: o.timeoutMs ?? settings.connectTimeoutMs,
    signal: o.signal,
  });

  /** Methods reject, and do not throw. */
  const checked = <T>(o: McpRequestOptions | undefined, run: () => Promise<T>): Promise<T> => {
    const wrong: ConfigError | undefined = requestOptionsError(o, serverId);
    return wrong === undefined ? run() : Promise.reject(wrong);
  };

  const stop: McpTransportPort["stop"] = (o = {}) => {
    const wrong = requestOptionsError(o, serverId);
    if (wrong !== undefined) return Promise.reject(wrong);
    refresh.end();
    const stopped = supervisor
      .stop(o.graceMs === undefined ? {} : { graceMs: o.graceMs })
      .then(() => hub.clear());
    return abortable(stopped, o.signal, `Stopping server "${serverId}"`);
  };

  return {
    serverId,
    get state() {
      return supervisor.state;
    },
    get serverInfo() {
      return supervisor.serverInfo;
    },
    get quarantined() {
      return catalog.quarantined;
    },
    connect: (o) => checked(o, () => supervisor.connect(wait(o)).then(() => catalog.tools)),
    reconnect: (o) => checked(o, () => supervisor.reconnect(wait(o)).then(() => catalog.tools)),
    listTools: (o) => checked(o, () => reader.read(bounds(settings, o))),
    callTool,
    request(method, params, o = {}) {
      const wrong = requestOptionsError(o, serverId) ?? paramsError(params, serverId);
      if (wrong !== undefined) return Promise.reject(wrong);
      const limits = bounds(settings, o);
      const operation = {
        ...limits,
        method,
        // Whoever gave them may change them while the request waits.
        params: copyJson(params),
        phase: "read",
        serverId,
        toolName: undefined,
        signal: o.signal,
        meta: undefined,
        endsAt: supervisor.now() + limits.totalTimeoutMs,
        onProgress: undefined,
        harmlessTwice: false,
        headers: () => undefined,
      } as const;
      return perform(operation, parts);
    },
    on: (type, handler) => hub.on(type, handler),
    onStateChange: (handler) =>
      hub.on("state", ({ change }) => handler(change.state, change.previous, change)),
    stop,
    [Symbol.asyncDispose]: () => stop(),
  };
}

function paramsError(params: unknown, serverId: string): ConfigError | undefined {
  if (isJsonObject(params)) return undefined;
  const problem = "expected an object of parameters; {} where there are none. Nothing was sent.";
  return new ConfigError({ pointer: "/params", problem, serverId });
}

function createParts(settings: SessionSettings, hub: McpEventHub): SessionParts {
  const { serverId, clock } = settings;
  const emit = (body: McpEventBody): void => hub.emit({ serverId, at: clock.now(), ...body });
  const catalog = createToolCatalog(emit);
  const supervisor = createSupervisor(settings, {
    onStateChange: (change) => emit({ type: "state", change }),
    onTools: (list) => catalog.take(list, catalog.ticket()).publish,
    onToolsChanged: () => refresh.changed(),
    onEvent: (event: McpEvent) => hub.emit(event),
    warn: (code, message) => emit({ type: "warning", code, message }),
  });
  const reader = createToolListReader({ settings, supervisor, catalog });
  const refresh = createListRefresh(clock, async () => {
    if (supervisor.connection === undefined) return false;
    const before = catalog.revision;
    try {
      await reader.read(bounds(settings));
    } catch {
      // A list that cannot be read stays as it was; the connection's own trouble is told by its state.
      return false;
    }
    return catalog.revision !== before;
  });
  const parts: PerformParts = {
    settings,
    supervisor,
    clock,
    renegotiate: (connection) => supervisor.renegotiate(connection),
    refreshTools: (operation) => reader.read(operation),
  };
  const checks = createToolChecks({ mode: settings.validation, emit });
  const callTool = createToolCalls({ ...parts, catalog, checks, emit, watched: () => hub.has("call") });
  return { supervisor, catalog, reader, refresh, perform: parts, callTool };
}

function bounds(settings: SessionSettings, o: McpRequestOptions = {}): ListOptions {
  return {
    signal: o.signal,
    timeoutMs: o.timeoutMs ?? settings.callTimeoutMs,
    totalTimeoutMs: o.totalTimeoutMs ?? settings.totalTimeoutMs,
  };
}
