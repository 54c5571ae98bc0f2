import { createReadStream } from "node:fs";
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

/** A configuration is a page of text; of whatever is larger, or has no end, this much is looked at. */
const maxBytes = 16 * 1024 * 1024;

/** @throws ConfigError where there is no such file, or its bytes are no text in UTF-8. */
export async function readText(file: string, signal: AbortSignal | undefined): Promise<string> {
  const failure = (problem: string, cause?: unknown): ConfigError =>
    new ConfigError({ pointer: "", file, problem, ...(cause === undefined ? {} : { cause }) });
  let bytes: Buffer;
  try {
    bytes = await abortable(readStart(file), signal, "Reading the configuration");
  } catch (error) {
    if (signal?.aborted) throw error;
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    throw failure(`the file cannot be read (${reason}). Check its path and permissions.`, error);
  }
  if (bytes.length > maxBytes)
    throw failure(`it is longer than ${maxBytes} bytes, which no list of servers is.`);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // The bytes say the rest: there is nothing in the error.
    throw failure("it is no text in UTF-8. Save it with that encoding.");
  }
}

/** A pipe is read like a file, but neither beyond the limit. */
async function readStart(file: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(file, { end: maxBytes })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
