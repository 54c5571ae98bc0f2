import type { McpRequestOptions, McpTool, McpTransportPort } from "@x/mcp-core";

/** The tools of a port as it last listed them. */
export interface KnownTools {
  /** Takes in what was listed. */
  learn(tools: readonly McpTool[]): void;
  /** A tool by the name the port takes; one that is not known is looked for in a new list, once. */
  find(name: string, options: McpRequestOptions): Promise<McpTool | undefined>;
}

/** Makes the memory of a decorator; it forgets what the port says has changed. */
export function createKnownTools(port: McpTransportPort): KnownTools {
  const tools = new Map<string, McpTool>();
  port.on("tools", ({ removed, changed }) => {
    for (const name of [...removed, ...changed]) tools.delete(name);
  });
  const learn = (listed: readonly McpTool[]): void => {
    for (const tool of listed) tools.set(tool.name, tool);
  };
  return {
    learn,
    async find(name, { signal, timeoutMs }) {
      const known = tools.get(name);
      if (known !== undefined) return known;
      learn(
        await port.listTools({
          ...(signal === undefined ? {} : { signal }),
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
        }),
      );
      return tools.get(name);
    },
  };
}
