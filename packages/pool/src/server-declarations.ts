import { ConfigError, isJsonObject, type McpServerConfig, nearestNames } from "@x/mcp-core";

const maxIdLength = 128;
const maxDepth = 64;

/**
 * Checks declarations before anything is made of them.
 *
 * @throws ConfigError for an id that is missing, malformed or taken, a kind nobody can make, or a value that would
 * not survive `JSON.parse(JSON.stringify(config))`.
 */
export function checkServers(
  servers: readonly McpServerConfig[],
  kinds: readonly string[],
  taken: ReadonlySet<string>,
): void {
  const given: unknown = servers;
  if (!Array.isArray(given))
    throw new ConfigError({
      pointer: "/servers",
      problem: 'expected a list of servers, each with its "serverId" and "kind". Write servers: [{ … }].',
    });
  const seen = new Set(taken);
  for (const [index, server] of servers.entries()) {
    const pointer = `/servers/${index}`;
    if (!isJsonObject(server))
      throw new ConfigError({
        pointer,
        problem: 'expected a server as an object with "kind" and "serverId".',
      });
    checkServerId(server.serverId, `${pointer}/serverId`, seen);
    seen.add(server.serverId);
    checkKind(server, kinds, pointer);
    checkPlainData(server, pointer, server.serverId, maxDepth);
  }
}

/** @throws ConfigError for an id that is empty, too long, has control characters or is taken. */
export function checkServerId(serverId: unknown, pointer: string, taken: ReadonlySet<string>): void {
  if (typeof serverId !== "string" || !/^\P{Cc}+$/u.test(serverId) || serverId.length > maxIdLength)
    throw new ConfigError({
      pointer,
      problem: `a server id is 1 to ${maxIdLength} characters without control characters. Write serverId: "search".`,
    });
  if (taken.has(serverId))
    throw new ConfigError({
      pointer,
      problem: `the id "${serverId}" is taken; results and tool names could not be told apart. Give each server an id of its own.`,
      serverId,
    });
}

function checkKind({ kind, serverId }: McpServerConfig, kinds: readonly string[], pointer: string): void {
  if (typeof kind === "string" && kinds.includes(kind)) return;
  const [nearest] = typeof kind === "string" ? nearestNames(kind, kinds, 1) : [];
  const hint = nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
  throw new ConfigError({
    pointer: `${pointer}/kind`,
    problem: `no factory makes a server of this kind. Known kinds: ${kinds.join(", ") || "none"}.${hint}`,
    serverId,
  });
}

function checkPlainData(value: unknown, pointer: string, serverId: string, depth: number): void {
  const plain =
    value === null || ["string", "boolean", "undefined"].includes(typeof value) || Number.isFinite(value);
  if (plain) return;
  const isData = Array.isArray(value) || (isJsonObject(value) && isPlainPrototype(value));
  if (!isData || depth === 0)
    throw new ConfigError({
      pointer,
      problem:
        "a declaration is plain data, so that it can stand in a file. Bind functions, sandboxes and other objects where the factory is made.",
      serverId,
    });
  for (const [key, inner] of Object.entries(value as object))
    checkPlainData(
      inner,
      `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      serverId,
      depth - 1,
    );
}

function isPlainPrototype(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}
