import {
  isJsonObject,
  type JsonObject,
  type KeyValueStore,
  type McpQuarantinedTool,
  type McpServerConfig,
  type McpTool,
  stableHash,
} from "@x/mcp-core";

/** What a server listed when it last ran. */
export interface ServerCatalog {
  readonly tools: readonly McpTool[];
  readonly quarantined: readonly McpQuarantinedTool[];
}

/** Remembers one server's catalog beyond the life of its process. */
export interface CatalogStore {
  /** Undefined where nothing is known, or nothing that can be relied on. */
  read(signal: AbortSignal | undefined): Promise<ServerCatalog | undefined>;
  write(catalog: ServerCatalog): Promise<void>;
}

/** A server that nobody has used for so long is asked anew. */
const ttlMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Makes the memory of one server of one principal. No variable, header or credential is part of its key; the
 * extensions are, for a server may list other tools to a host that shows UI.
 */
export function createCatalogStore(
  store: KeyValueStore,
  config: McpServerConfig,
  principal: string,
  extensions?: JsonObject,
): CatalogStore {
  const {
    env: _env,
    headers: _headers,
    auth: _auth,
    install: _install,
    ...rest
  } = config as McpServerConfig & Readonly<Record<string, unknown>>;
  const key = `catalog:${stableHash([principal, rest, ...(extensions === undefined ? [] : [extensions])])}`;
  return {
    async read(signal) {
      const entry = await store.get(key, signal === undefined ? {} : { signal });
      return entry === undefined ? undefined : parseCatalog(entry.value, config.serverId);
    },
    async write(catalog) {
      await store.put(key, JSON.stringify(catalog), { ttlMs });
    },
  };
}

/** A store may be shared with older and newer versions of this program. */
function parseCatalog(text: string, serverId: string): ServerCatalog | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Whatever wrote this, it is no catalog; the server is asked.
    return undefined;
  }
  if (!isJsonObject(value) || !Array.isArray(value.tools) || !value.tools.every(isTool)) return undefined;
  const quarantined = Array.isArray(value.quarantined)
    ? (value.quarantined as readonly McpQuarantinedTool[])
    : [];
  return { tools: value.tools.map((tool) => ({ ...tool, serverId })), quarantined };
}

function isTool(tool: unknown): tool is McpTool {
  return isJsonObject(tool) && typeof tool.name === "string" && isJsonObject(tool.inputSchema);
}
