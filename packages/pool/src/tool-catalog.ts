import type { McpTool } from "@x/mcp-core";

/** Where a pooled name leads. */
export interface ToolRoute {
  /** The pooled name. */
  readonly name: string;
  readonly serverId: string;
  /** The name that server's transport takes. */
  readonly toolName: string;
  /** As last listed, under its pooled name; `undefined` where only the name is known so far. */
  readonly tool: McpTool | undefined;
}

/** Pooled names that came and went. */
export interface CatalogChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Names left out because another tool has them. The encoder is injective, so there should be none. */
  readonly clashes: readonly string[];
}

/** What a pool knows about its servers' tools. Names are reversed by looking them up, never by splitting. */
export interface ToolCatalog {
  find(name: string): ToolRoute | undefined;
  names(): Iterable<string>;
  count(serverId: string): number;
  /** The listed tools of a server in its own order, under their pooled names. */
  list(serverId: string): readonly McpTool[];
  /** Sets what a server listed. */
  replace(serverId: string, tools: readonly McpTool[]): CatalogChange;
  /** Applies what a server announced. */
  apply(serverId: string, added: readonly string[], removed: readonly string[]): CatalogChange;
  /** The pooled name of a tool that is known. */
  nameOf(serverId: string, toolName: string): string | undefined;
  /** Whether a pooled name that leads nowhere could be one of that server's. */
  mayOwn(serverId: string, name: string): boolean;
}

type Shelf = ReadonlyMap<string, ToolRoute>;

/** Makes an empty catalog; `encode` gives the pooled name of a server's tool. */
export function createToolCatalog(encode: (serverId: string, toolName: string) => string): ToolCatalog {
  const routes = new Map<string, ToolRoute>();
  /** By server, then by the server's own tool name. */
  const shelves = new Map<string, Shelf>();
  const empty: Shelf = new Map();
  const shelfOf = (serverId: string): Shelf => shelves.get(serverId) ?? empty;

  const setShelf = (
    serverId: string,
    wanted: Iterable<readonly [string, McpTool | undefined]>,
  ): CatalogChange => {
    const before = shelfOf(serverId);
    const after = new Map<string, ToolRoute>();
    const added: string[] = [];
    const clashes: string[] = [];
    for (const [toolName, tool] of wanted) {
      const name = before.get(toolName)?.name ?? encode(serverId, toolName);
      const holder = routes.get(name);
      if (holder !== undefined && (holder.serverId !== serverId || holder.toolName !== toolName)) {
        clashes.push(name);
        continue;
      }
      const pooled = tool && { ...tool, name, serverId, serverToolName: toolName };
      const route = { name, serverId, toolName, tool: pooled };
      after.set(toolName, route);
      routes.set(name, route);
      if (holder === undefined) added.push(name);
    }
    const gone = [...before.values()].filter(({ toolName }) => !after.has(toolName));
    for (const { name } of gone) routes.delete(name);
    if (after.size === 0) shelves.delete(serverId);
    else shelves.set(serverId, after);
    return { added, removed: gone.map(({ name }) => name), clashes };
  };

  return {
    find: (name) => routes.get(name),
    names: () => routes.keys(),
    count: (serverId) => shelfOf(serverId).size,
    list: (serverId) => [...shelfOf(serverId).values()].flatMap(({ tool }) => tool ?? []),
    replace: (serverId, tools) =>
      setShelf(
        serverId,
        tools.map((tool) => [tool.name, tool]),
      ),
    apply(serverId, added, removed) {
      const gone = new Set(removed);
      const kept = [...shelfOf(serverId)].filter(([toolName]) => !gone.has(toolName));
      const known = kept.map(([toolName, { tool }]) => [toolName, tool] as const);
      const fresh = added.filter((toolName) => !shelfOf(serverId).has(toolName));
      return setShelf(serverId, [...known, ...fresh.map((toolName) => [toolName, undefined] as const)]);
    },
    nameOf: (serverId, toolName) => shelfOf(serverId).get(toolName)?.name,
    mayOwn: (serverId, name) =>
      typeof name === "string" &&
      name.startsWith(commonPrefix(encode(serverId, "a"), encode(serverId, "b.b"))),
  };
}

/** What every pooled name of a server begins with, whether its tool's name could be kept or not. */
function commonPrefix(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}
