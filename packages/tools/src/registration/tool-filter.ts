import { ConfigError, type McpTool } from "@x/mcp-core";

/** Which tools of a server an agent gets. */
export interface ToolFilterOptions {
  /**
   * Only tools that match one of these. A pattern is compared with the tool's name on its server and with
   * `server/tool`; `*` stands for any run of characters. Default: all.
   */
  readonly allow?: readonly string[];
  /** Not the tools that match one of these, allowed or not. */
  readonly deny?: readonly string[];
}

/**
 * Makes the test for a tool.
 *
 * @throws ConfigError for what is no list of patterns: a filter that is misspelt must let nothing through.
 */
export function createToolFilter({ allow, deny = [] }: ToolFilterOptions): (tool: McpTool) => boolean {
  for (const [key, patterns] of Object.entries({ allow, deny }))
    if (patterns !== undefined && !isPatternList(patterns))
      throw new ConfigError({
        pointer: `/${key}`,
        problem: `expected a list of patterns. Write ${key}: ["files/*"].`,
      });
  return ({ serverId, serverToolName }) => {
    const names = [serverToolName, `${serverId}/${serverToolName}`];
    const matchesOne = (patterns: readonly string[]): boolean =>
      patterns.some((pattern) => names.some((name) => matchesPattern(name, pattern)));
    return (allow === undefined || matchesOne(allow)) && !matchesOne(deny);
  };
}

function isPatternList(value: unknown): boolean {
  return Array.isArray(value) && value.every((pattern) => typeof pattern === "string");
}

/** Whether a name is what a pattern with `*` says. Each part is looked for once, from left to right: no pattern can make it slow. */
export function matchesPattern(name: string, pattern: string): boolean {
  const [head = "", ...parts] = pattern.split("*");
  const tail = parts.pop();
  if (tail === undefined) return name === pattern;
  if (!name.startsWith(head) || !name.endsWith(tail) || name.length < head.length + tail.length) return false;
  const end = name.length - tail.length;
  let from = head.length;
  for (const part of parts) {
    const at = name.indexOf(part, from);
    if (at === -1 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}
