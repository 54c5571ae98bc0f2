import type { McpTransportPort } from "@x/mcp-core";
import type { ToolRegistryPort } from "../registry/tool-registry-port.ts";
import { createListFollower } from "./list-follower.ts";
import { createRegisteredTools } from "./registered-tools.ts";
import { createToolFilter, type ToolFilterOptions } from "./tool-filter.ts";
import type { ToolNameStyle } from "./tool-naming.ts";

/** Options of {@link registerMcpTools}. */
export interface RegisterMcpToolsOptions extends ToolFilterOptions {
  /** How tools are named. Default `server__tool`. */
  readonly style?: ToolNameStyle;
  /** Ends the first list. It has no effect later. */
  readonly signal?: AbortSignal;
  /** How long each server is waited for at first. A slower one is registered when it comes. */
  readonly timeoutMs?: number;
  /** Hears of a list that could not be read again later, or of a tool that got no name. */
  onError?(error: unknown): void;
}

/** Remote tools in a registry. */
export interface McpToolRegistration extends AsyncDisposable {
  /** The names they have in the registry at this moment. */
  readonly toolNames: readonly string[];
  /** Takes them out and follows no longer. The transport itself is not stopped. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Puts the tools of a transport, or of a whole pool, into a registry, and follows it: tools that appear, change or
 * go are registered, replaced or taken out, those of a server that is removed or closed are taken out, and those of
 * one that is reconnecting stay.
 *
 * Names are given in the order of the list, which is that of the configuration, when all servers have answered or
 * used up their time; a name once given stays while its tool is registered.
 *
 * @throws McpError where not one server could be listed; nothing is registered then.
 * @throws ConfigError where the same tools are registered already.
 */
export async function registerMcpTools(
  registry: ToolRegistryPort,
  transport: McpTransportPort,
  options: RegisterMcpToolsOptions = {},
): Promise<McpToolRegistration> {
  const { style = "server__tool", signal, timeoutMs } = options;
  const ended = new AbortController();
  const isWanted = createToolFilter(options);
  const registered = createRegisteredTools(registry, transport, style);
  const follower = createListFollower({
    port: transport,
    signal: ended.signal,
    learn: (tools, serverId) => registered.replace(tools.filter(isWanted), serverId),
    // Without a listener it is still told: the transport has its own events and errors.
    failed: (error) => options.onError?.(error),
  });
  const offs = [
    transport.on("tools", (event) => {
      registered.drop(event.removed);
      follower.announced(event);
    }),
    transport.on("state", ({ serverId, change }) => {
      if (change.state === "closed")
        if (serverId === transport.serverId) registered.dropAll();
        else registered.dropServer(serverId);
      if (change.state === "connected") follower.reconnected(serverId);
    }),
  ];
  const stop = async (): Promise<void> => {
    ended.abort();
    for (const off of offs) off();
    registered.dropAll();
  };
  try {
    const tools = await transport.connect({
      ...(signal === undefined ? {} : { signal }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    registered.replace(tools.filter(isWanted), undefined);
    follower.start(new Set(tools.map(({ name }) => name)));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    get toolNames() {
      return registered.names;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
