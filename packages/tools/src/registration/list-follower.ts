import type { McpEvent, McpTool, McpTransportPort } from "@x/mcp-core";

type ToolsEvent = Extract<McpEvent, { type: "tools" }>;

/** What following a port's lists needs. */
export interface ListFollowerOptions {
  readonly port: McpTransportPort;
  readonly signal: AbortSignal;
  /** Takes in the tools of one server. */
  learn(tools: readonly McpTool[], serverId: string): void;
  /** A list that had to be read again could not be; it is tried again when the server has reconnected. */
  failed(error: unknown): void;
}

/** Reads a server's list again when the server says that it changed. */
export interface ListFollower {
  announced(event: ToolsEvent): void;
  reconnected(serverId: string): void;
  /** From here on announcements are followed; those that came before and are not in `listed` first of all. */
  start(listed: ReadonlySet<string>): void;
}

/**
 * Makes a follower. One server is read by one list at a time, and what was announced meanwhile is read again only
 * where that list does not show it: a server whose list is another one each time is not asked for ever.
 */
export function createListFollower(options: ListFollowerOptions): ListFollower {
  const { port, signal } = options;
  const reading = new Set<string>();
  const announcedMeanwhile = new Map<string, ToolsEvent[]>();
  const failedServers = new Set<string>();
  let started = false;

  const settle = (serverId: string, listed: ReadonlySet<string>): void => {
    const events = announcedMeanwhile.get(serverId) ?? [];
    announcedMeanwhile.delete(serverId);
    if (events.some((event) => !shows(listed, event))) void read(serverId);
  };

  const read = async (serverId: string): Promise<void> => {
    reading.add(serverId);
    let tools: readonly McpTool[];
    try {
      tools = await port.listTools({ serverId, signal });
      if (!signal.aborted) options.learn(tools, serverId);
    } catch (error) {
      reading.delete(serverId);
      announcedMeanwhile.delete(serverId);
      if (signal.aborted) return;
      failedServers.add(serverId);
      options.failed(error);
      return;
    }
    reading.delete(serverId);
    failedServers.delete(serverId);
    if (!signal.aborted) settle(serverId, new Set(tools.map(({ name }) => name)));
  };

  return {
    announced(event) {
      const { serverId } = event;
      if (started && !reading.has(serverId)) {
        if (event.added.length + event.changed.length > 0) void read(serverId);
        return;
      }
      announcedMeanwhile.set(serverId, [...(announcedMeanwhile.get(serverId) ?? []), event]);
    },
    reconnected(serverId) {
      if (failedServers.has(serverId) && !reading.has(serverId)) void read(serverId);
    },
    start(listed) {
      started = true;
      for (const serverId of [...announcedMeanwhile.keys()]) settle(serverId, listed);
    },
  };
}

function shows(listed: ReadonlySet<string>, { added, changed, removed }: ToolsEvent): boolean {
  return (
    [...added, ...changed].every((name) => listed.has(name)) && !removed.some((name) => listed.has(name))
  );
}
