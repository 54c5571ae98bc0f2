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

/** Changed in place when its tool is listed; to everybody else it is a {@link ToolRoute}. */
type Entry = { -readonly [Key in keyof ToolRoute]: ToolRoute[Key] };

/** What is known of one server. */
interface Shelf {
  /** By the server's own tool name, in its own order. */
  readonly entries: Map<string, Entry>;
  /** Those of the entries that have been listed. */
  readonly tools: readonly McpTool[];
}

const emptyShelf: Shelf = { entries: new Map(), tools: [] };

/** Makes an empty catalog; `encode` gives the pooled name of a server's tool. */
export function createToolCatalog(encode: (serverId: string, toolName: string) => string): ToolCatalog {
  const routes = new Map<string, Entry>();
  const shelves = new Map<string, Shelf>();
  const shelfOf = (serverId: string): Shelf => shelves.get(serverId) ?? emptyShelf;

  /** Gives a tool that is new its name; where the name is taken, nothing. */
  const claim = (serverId: string, toolName: string, change: Draft): Entry | undefined => {
    const name = encode(serverId, toolName);
    if (routes.has(name)) {
      change.clashes.push(name);
      return undefined;
    }
    const entry: Entry = { name, serverId, toolName, tool: undefined };
    routes.set(name, entry);
    change.added.push(name);
    return entry;
  };

  const drop = ({ name }: Entry, change: Draft): void => {
    routes.delete(name);
    change.removed.push(name);
  };

  const keep = (serverId: string, shelf: Shelf): void => {
    if (shelf.entries.size === 0) shelves.delete(serverId);
    else shelves.set(serverId, shelf);
  };

  return {
    find: (name) => routes.get(name),
    names: () => routes.keys(),
    count: (serverId) => shelfOf(serverId).entries.size,
    list: (serverId) => shelfOf(serverId).tools.slice(),
    replace(serverId, tools) {
      const change = noChange();
      const before = shelfOf(serverId).entries;
      const entries = new Map<string, Entry>();
      const listed: McpTool[] = [];
      for (const tool of tools) {
        const toolName = tool.name;
        const entry = before.get(toolName) ?? claim(serverId, toolName, change);
        if (entry === undefined) continue;
        entry.tool = { ...tool, name: entry.name, serverId, serverToolName: toolName };
        entries.set(toolName, entry);
        listed.push(entry.tool);
      }
      for (const entry of before.values()) if (!entries.has(entry.toolName)) drop(entry, change);
      keep(serverId, { entries, tools: listed });
      return change;
    },
    apply(serverId, added, removed) {
      const change = noChange();
      const { entries, tools } = shelves.get(serverId) ?? {
        ...emptyShelf,
        entries: new Map<string, Entry>(),
      };
      for (const toolName of removed) {
        const entry = entries.get(toolName);
        if (entry === undefined) continue;
        entries.delete(toolName);
        drop(entry, change);
      }
      for (const toolName of added) {
        const entry = entries.has(toolName) ? undefined : claim(serverId, toolName, change);
        if (entry !== undefined) entries.set(toolName, entry);
      }
      keep(serverId, { entries, tools: tools.filter((tool) => entries.has(tool.serverToolName)) });
      return change;
    },
    nameOf: (serverId, toolName) => shelfOf(serverId).entries.get(toolName)?.name,
    mayOwn: (serverId, name) =>
      typeof name === "string" &&
      name.startsWith(commonPrefix(encode(serverId, "a"), encode(serverId, "b.b"))),
  };
}

type Draft = { readonly [Key in keyof CatalogChange]: string[] };

function noChange(): Draft {
  return { added: [], removed: [], clashes: [] };
}

/** What every pooled name of a server begins with, whether its tool's name could be kept or not. */
function commonPrefix(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}
