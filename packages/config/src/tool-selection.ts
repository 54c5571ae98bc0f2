import type { McpToolSelection } from "./mcp-config.ts";

/** What a server says about its tools. */
interface ToolLists {
  readonly serverId: string;
  readonly allow: readonly string[] | undefined;
  readonly deny: readonly string[] | undefined;
}

/** One selection of the lists of all servers: where one has a list of its own, the others allow all of theirs. */
export function selectTools(servers: readonly ToolLists[]): McpToolSelection {
  const patterns = (serverId: string, tools: readonly string[]): readonly string[] =>
    tools.map((tool) => `${serverId}/${tool}`);
  const limited = servers.some(({ allow }) => allow !== undefined);
  const deny = servers.flatMap(({ serverId, deny: tools = [] }) => patterns(serverId, tools));
  return {
    ...(limited
      ? { allow: servers.flatMap(({ serverId, allow = ["*"] }) => patterns(serverId, allow)) }
      : {}),
    ...(deny.length > 0 ? { deny } : {}),
  };
}
