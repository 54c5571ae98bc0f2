import { abortable, type McpTransportPort, requestOptionsError } from "@x/mcp-core";

/** A port that lets go of something when it is stopped: after the port itself has, and also where that failed. */
export function releasedPort(
  port: McpTransportPort,
  release: (options?: { readonly graceMs?: number }) => Promise<void>,
): McpTransportPort {
  let stopping: Promise<void> | undefined;
  const end = async (graceMs: { readonly graceMs?: number }): Promise<void> => {
    try {
      await port.stop(graceMs);
    } finally {
      await release(graceMs);
    }
  };
  const stop: McpTransportPort["stop"] = (options = {}) => {
    const wrong = requestOptionsError(options, port.serverId);
    if (wrong !== undefined) return Promise.reject(wrong);
    const { graceMs, signal } = options;
    stopping ??= end(graceMs === undefined ? {} : { graceMs });
    // Giving up the wait does not give up the stopping.
    return abortable(stopping, signal, `Stopping server "${port.serverId}"`);
  };
  return {
    serverId: port.serverId,
    get state() {
      return port.state;
    },
    get serverInfo() {
      return port.serverInfo;
    },
    get quarantined() {
      return port.quarantined;
    },
    connect: (options) => port.connect(options),
    reconnect: (options) => port.reconnect(options),
    listTools: (options) => port.listTools(options),
    callTool: (name, args, options) => port.callTool(name, args, options),
    request: (method, params, options) => port.request(method, params, options),
    on: (type, handler) => port.on(type, handler),
    onStateChange: (handler) => port.onStateChange(handler),
    stop,
    [Symbol.asyncDispose]: () => stop(),
  };
}
