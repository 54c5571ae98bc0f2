import { agentNames } from "./dialect/find-servers.ts";
import { makeConfig } from "./make-config.ts";
import type { McpConfig } from "./mcp-config.ts";
import { baseDirOf, type ParseMcpConfigOptions } from "./parse-mcp-config.ts";
import { type ReadMcpConfigOptions, readText } from "./read-mcp-config.ts";
import { readSource } from "./source/read-source.ts";

/** The servers of each agent of a text: `agents: { <name>: { mcp_servers: […], image } }`. Other keys are ignored. */
export async function parseMcpAgents(
  text: string,
  options: Omit<ParseMcpConfigOptions, "agent"> = {},
): Promise<Readonly<Record<string, McpConfig>>> {
  const { file, format } = options;
  const source = await readSource(text, file, format);
  const configs = agentNames(source.value).map(
    async (agent) => [agent, await makeConfig(source, { file, agent, baseDir: baseDirOf(options) })] as const,
  );
  return Object.fromEntries(await Promise.all(configs));
}

/** {@link parseMcpAgents} of a file. */
export async function readMcpAgents(
  file: string,
  options: Omit<ReadMcpConfigOptions, "agent"> = {},
): Promise<Readonly<Record<string, McpConfig>>> {
  const { signal, ...rest } = options;
  return parseMcpAgents(await readText(file, signal), { ...rest, file });
}
