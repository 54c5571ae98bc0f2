import type { McpConfig } from "./mcp-config.ts";
import { parseMcpConfig } from "./parse-mcp-config.ts";

/**
 * The value of the variable `MCP_SERVERS` for the container of an agent: its servers as a JSON list. Placeholders
 * are not expanded, so that no secret is in it; whoever reads the variable expands them.
 */
export function toMcpServersEnv(agent: Pick<McpConfig, "servers">): string {
  return JSON.stringify(
    agent.servers.map(({ declaration: { serverId, kind, ...rest }, image, envFile }) => ({
      name: serverId,
      // What has a command is a program: the four keys everybody knows are enough.
      ...(kind === "stdio" ? {} : { kind }),
      ...rest,
      ...(image === undefined ? {} : { image }),
      ...(envFile === undefined ? {} : { envFile }),
    })),
  );
}

/**
 * Reads the value of `MCP_SERVERS`. A variable that is not set, or is empty, is no server.
 *
 * @throws ConfigError where it is no JSON, or no list.
 */
export async function parseMcpServersEnv(value: string | undefined): Promise<McpConfig> {
  const text = value === undefined || value.trim() === "" ? "[]" : value;
  return parseMcpConfig(text, { file: "MCP_SERVERS", format: "json" });
}
