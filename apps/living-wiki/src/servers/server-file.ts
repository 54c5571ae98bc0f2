import { readFile } from "node:fs/promises";
import { ConfigError, isJsonObject, type McpTransportConfig } from "@x/mcp";
import type { WikiServer } from "./wiki-server.ts";

/**
 * Reads further servers from a file: a JSON array of declarations as `@x/mcp` takes them. Each one's own mistakes are
 * found when it is added, so that one of them costs no other.
 *
 * @throws ConfigError where the file cannot be read, or a declaration has no id to show it under.
 */
export async function readServerFile(file: string): Promise<readonly WikiServer[]> {
  const fail = (pointer: string, problem: string, cause?: unknown): ConfigError =>
    new ConfigError({ pointer, problem, file, cause });
  let list: unknown;
  try {
    list = JSON.parse(await readFile(file, "utf8"));
  } catch (cause) {
    throw fail("", "expected a readable file of JSON.", cause);
  }
  if (!Array.isArray(list))
    throw fail("", 'expected an array of servers, such as [{ "kind": "stdio", "serverId": "docs", … }].');
  return list.map((declaration: unknown, index): WikiServer => {
    if (!isJsonObject(declaration) || typeof declaration.serverId !== "string" || declaration.serverId === "")
      throw fail(`/${index}/serverId`, 'expected an object with a "serverId".');
    // What else is wrong with it is said by the pool.
    return { declaration: declaration as unknown as McpTransportConfig };
  });
}
