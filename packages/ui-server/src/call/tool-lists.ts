import type { McpViewServer, McpViewTool } from "./view-server.ts";

/** Lists of tools, kept for a short time for each server object. */
export interface ToolLists {
  /** The tool that `serverId` calls `toolName`; the server is asked again where the kept list has none. */
  find(
    server: McpViewServer,
    serverId: string,
    toolName: string,
    signal: AbortSignal,
  ): Promise<McpViewTool | undefined>;
}

interface Kept {
  readonly tools: readonly McpViewTool[];
  readonly until: number;
}

/** Keeps lists for `ttlMs`. */
export function createToolLists(ttlMs: number, now: () => number): ToolLists {
  // By object and not by id: two people may have servers of one id.
  const lists = new WeakMap<McpViewServer, Kept>();
  return {
    async find(server, serverId, toolName, signal) {
      const pick = (tools: readonly McpViewTool[]): McpViewTool | undefined =>
        tools.find(
          (tool) =>
            (tool.serverToolName ?? tool.name) === toolName &&
            (tool.serverId === undefined || tool.serverId === serverId),
        );
      const kept = lists.get(server);
      const known = kept !== undefined && kept.until > now() ? pick(kept.tools) : undefined;
      if (known !== undefined) return known;
      const tools = await server.listTools({ signal });
      lists.set(server, { tools, until: now() + ttlMs });
      return pick(tools);
    },
  };
}
