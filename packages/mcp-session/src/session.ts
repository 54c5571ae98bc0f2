import {
  abortable,
  createEventHub,
  type JsonObject,
  type McpEvent,
  type McpEventBody,
  type McpRequestOptions,
  type McpTransportPort,
} from "@x/mcp-core";
import { type PerformParts, perform } from "./calls/perform.ts";
import { createToolCalls } from "./calls/tool-calls.ts";
import { createToolListReader, type ListOptions } from "./calls/tool-list.ts";
import { type McpSessionOptions, resolveSettings } from "./session-options.ts";
import { createSupervisor } from "./supervisor/supervisor.ts";
import type { WaitOptions } from "./supervisor/waiters.ts";
import { createListRefresh } from "./tools/list-refresh.ts";
import { createToolCatalog } from "./tools/tool-catalog.ts";
import { createToolChecks } from "./tools/tool-checks.ts";

/**
 * Makes the transport of one server over whatever wires `openWire` opens. Nothing is opened before it is used.
 *
 * Its methods reject with an `McpError`, or with the typed error that `openWire` rejected with.
 */
export function createMcpSession(options: McpSessionOptions): McpTransportPort {
  const settings = resolveSettings(options);
  const { serverId, clock } = settings;
  const hub = createEventHub();
  const emit = (body: McpEventBody): void => hub.emit({ serverId, at: clock.now(), ...body } as McpEvent);
  const warn = (code: string, message: string): void => emit({ type: "warning", code, message });
  const catalog = createToolCatalog(emit);
  const checks = createToolChecks({ mode: settings.validation, emit });
  const supervisor = createSupervisor(settings, {
    onStateChange: (change) => emit({ type: "state", change }),
    onTools: (list) => catalog.take(list, catalog.ticket()).publish,
    onToolsChanged: () => refresh.changed(),
    onEvent: (event) => hub.emit(event),
    warn,
  });
  const reader = createToolListReader({ settings, supervisor, catalog });
  const refresh = createListRefresh(clock, async () => {
    if (supervisor.connection === undefined) return false;
    const before = catalog.revision;
    try {
      await reader.read(bounds());
    } catch {
      // A list that cannot be read stays as it was; the connection's own trouble is told by its state.
      return false;
    }
    return catalog.revision !== before;
  });

  const bounds = (o?: McpRequestOptions): ListOptions => ({
    signal: o?.signal,
    timeoutMs: o?.timeoutMs ?? settings.callTimeoutMs,
    totalTimeoutMs: o?.totalTimeoutMs ?? settings.totalTimeoutMs,
  });

  const wait = (o: McpRequestOptions = {}): WaitOptions => ({
    what: `Connecting to server "${serverId}"`,
    phase: "connect",
    deadline: "connect",
    timeoutMs: o.timeoutMs ?? settings.connectTimeoutMs,
    signal: o.signal,
  });

  const parts: PerformParts = {
    settings,
    supervisor,
    clock,
    renegotiate: (connection) => supervisor.renegotiate(connection),
    refreshTools: (operation) => reader.read(operation),
  };
  const callTool = createToolCalls({ ...parts, catalog, checks, emit, watched: () => hub.has("call") });

  const stop: McpTransportPort["stop"] = (o = {}) => {
    refresh.end();
    const stopping = supervisor
      .stop(o.graceMs === undefined ? {} : { graceMs: o.graceMs })
      .then(() => hub.clear());
    return abortable(stopping, o.signal, `Stopping server "${serverId}"`);
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
    async connect(o) {
      await supervisor.connect(wait(o));
      return catalog.tools;
    },
    async reconnect(o) {
      await supervisor.reconnect(wait(o));
      return catalog.tools;
    },
    listTools: (o) => reader.read(bounds(o)),
    callTool,
    async request(method, params, o = {}): Promise<JsonObject> {
      const limits = bounds(o);
      return perform(
        {
          ...limits,
          method,
          params,
          phase: "read",
          serverId,
          toolName: undefined,
          signal: o.signal,
          meta: undefined,
          endsAt: clock.now() + limits.totalTimeoutMs,
          onProgress: undefined,
          harmlessTwice: false,
          headers: () => undefined,
        },
        parts,
      );
    },
    on: (type, handler) => hub.on(type, handler),
    onStateChange: (handler) =>
      hub.on("state", ({ change }) => handler(change.state, change.previous, change)),
    stop,
    [Symbol.asyncDispose]: () => stop(),
  };
}
