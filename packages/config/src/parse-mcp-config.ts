import path from "node:path";
import { makeConfig } from "./make-config.ts";
import type { McpConfig } from "./mcp-config.ts";
import { type McpConfigFormat, readSource } from "./source/read-source.ts";

/** Options of {@link parseMcpConfig}. */
export interface ParseMcpConfigOptions {
  /** The file the text came from, for messages, for its format, and as the base of relative paths. */
  readonly file?: string | undefined;
  /** Default: by the file's name, else by what the text looks like. */
  readonly format?: McpConfigFormat | undefined;
  /** Where relative paths start. Default: the folder of `file`, else the working directory. */
  readonly baseDir?: string | undefined;
  /** Whose servers are meant, where a file declares several agents. */
  readonly agent?: string | undefined;
}

/**
 * Reads the text of a configuration in any dialect: `servers` with `kind`, `mcpServers`, VS Code's `servers`,
 * `mcp_servers` of an agent. A server that is wrong is in `problems` and costs no other.
 *
 * @throws ConfigError (code `config`) with file, line, column and key where the text as a whole cannot be read.
 */
export async function parseMcpConfig(text: string, options: ParseMcpConfigOptions = {}): Promise<McpConfig> {
  const { file, format, agent } = options;
  const source = await readSource(text, file, format);
  return makeConfig(source, { file, agent, baseDir: baseDirOf(options) });
}

/** Where relative paths of a configuration start. */
export function baseDirOf({ file, baseDir }: ParseMcpConfigOptions): string {
  return path.resolve(baseDir ?? (file === undefined ? "." : path.dirname(file)));
}
