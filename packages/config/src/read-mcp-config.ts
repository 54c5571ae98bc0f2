import { readFile } from "node:fs/promises";
import { abortable, ConfigError } from "@x/mcp-core";
import type { McpConfig } from "./mcp-config.ts";
import { type ParseMcpConfigOptions, parseMcpConfig } from "./parse-mcp-config.ts";

/** Options of {@link readMcpConfig}. */
export interface ReadMcpConfigOptions extends Omit<ParseMcpConfigOptions, "file"> {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a configuration file; see {@link parseMcpConfig}.
 *
 * @throws ConfigError where the file cannot be read, or is none as a whole.
 */
export async function readMcpConfig(file: string, options: ReadMcpConfigOptions = {}): Promise<McpConfig> {
  const { signal, ...rest } = options;
  return parseMcpConfig(await readText(file, signal), { ...rest, file });
}

/** @throws ConfigError where there is no such file. */
export async function readText(file: string, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await abortable(readFile(file, "utf8"), signal, "Reading the configuration");
  } catch (error) {
    if (signal?.aborted) throw error;
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    throw new ConfigError({
      pointer: "",
      file,
      problem: `the file cannot be read (${reason}). Check its path and permissions.`,
      cause: error,
    });
  }
}
