import type { McpTool } from "@x/mcp-core";

/** The tools of one port that views of its servers may call, kept up to date. */
export interface AppTools {
  readonly tools: readonly McpTool[];
  /** Makes a server's tools those of `tools`, or adds them where no server is named. */
  replace(tools: readonly McpTool[], serverId: string | undefined): void;
  /** Takes tools out, by their names at the port. */
  drop(portNames: Iterable<string>): void;
  dropServer(serverId: string): void;
  dropAll(): void;
}

/** Makes the bookkeeping of one registration. */
export function createAppTools(): AppTools {
  const known = new Map<string, McpTool>();
  const dropServer = (serverId: string): void => {
    for (const [name, tool] of known) if (tool.serverId === serverId) known.delete(name);
  };
  return {
    get tools() {
      return [...known.values()];
    },
    replace(tools, serverId) {
      if (serverId !== undefined) dropServer(serverId);
      for (const tool of tools) known.set(tool.name, tool);
    },
    drop(portNames) {
      for (const name of portNames) known.delete(name);
    },
    dropServer,
    dropAll() {
      known.clear();
    },
  };
}
