import { ConfigError, encodeToolName, type McpTool, stableHash } from "@x/mcp-core";
import { isToolName } from "../tool-name-rule.ts";

/**
 * How remote tools are named for the model.
 * `server__tool` (a pool's own prefix, with its separator, is kept) and `mcp__server__tool` depend on nothing but
 * the two names. `on-collision`: the tool's plain name, or `mcp_{server}_{tool}` where that is taken or not legal.
 * A function returns the name it wants.
 */
export type ToolNameStyle =
  | "server__tool"
  | "mcp__server__tool"
  | "on-collision"
  | ((tool: McpTool) => string);

const maxLength = 64;
const hashLength = 10;

/**
 * The name a tool gets: the first of its style's that is legal and free; else the last of them, cleaned, with a
 * hash of server and tool.
 *
 * @throws ConfigError where that is taken too, which means that the same tool is registered already.
 */
export function chooseToolName(
  tool: McpTool,
  style: ToolNameStyle,
  isTaken: (name: string) => boolean,
): string {
  const wanted = wantedNames(tool, style);
  const free = wanted.find((name) => isToolName(name) && !isTaken(name));
  if (free !== undefined) return free;
  const hashed = withHash(String(wanted.at(-1)), tool);
  if (!isTaken(hashed)) return hashed;
  throw new ConfigError({
    pointer: "",
    problem: `tool "${tool.serverToolName}" of server "${tool.serverId}" is registered already. Stop the registration that has it first.`,
    serverId: tool.serverId,
  });
}

function wantedNames(tool: McpTool, style: ToolNameStyle): readonly string[] {
  const { name, serverId, serverToolName } = tool;
  if (typeof style === "function") return [style(tool)];
  switch (style) {
    case "server__tool":
      return [name === serverToolName ? encodeToolName(serverId, serverToolName) : name];
    case "mcp__server__tool":
      return [encodeToolName(serverId, serverToolName, { prefix: "mcp" })];
    default:
      return [serverToolName, `mcp_${serverId}_${serverToolName}`];
  }
}

function withHash(name: string, { serverId, serverToolName }: McpTool): string {
  const hash = stableHash([serverId, serverToolName]).slice(0, hashLength);
  const clean = name.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, maxLength - hashLength - 2);
  const hashed = `${clean}_${hash}`;
  return isToolName(hashed) ? hashed : `_${hashed}`;
}
