import type { Clock, McpEvent, McpEventHub, McpTool } from "@x/mcp-core";
import type { Member } from "./member.ts";
import type { CatalogChange, ToolCatalog } from "./tool-catalog.ts";

/** Takes in what servers list and announce, and tells what became of it under pooled names. */
export interface ToolNews {
  /** What a member listed. */
  learn(member: Member, tools: readonly McpTool[]): void;
  /** What a member says that came and went. */
  announce(member: Member, event: Extract<McpEvent, { type: "tools" }>): void;
  /** What a member announced while a list was under way that did not bring it. */
  catchUp(member: Member): void;
  /** A server has no tools any more. */
  forget(serverId: string): void;
}

/** Makes it; `isMember` says whether a member is still one. */
export function createToolNews(parts: {
  readonly catalog: ToolCatalog;
  readonly hub: McpEventHub;
  readonly clock: Clock;
  isMember(member: Member): boolean;
}): ToolNews {
  const { catalog, hub, clock, isMember } = parts;

  const tell = (serverId: string, change: CatalogChange, changed: readonly string[] = []): void => {
    const { added, removed, clashes } = change;
    const address = { serverId, at: clock.now() };
    for (const name of clashes)
      hub.emit({
        type: "warning",
        ...address,
        code: "duplicate-tool-name",
        message: `The name "${name}" belongs to a tool of another server already; this one is left out.`,
      });
    if (added.length + removed.length + changed.length > 0)
      hub.emit({ type: "tools", ...address, added, removed, changed });
  };

  const catchUp = (member: Member): void => {
    const { serverId, lists } = member;
    const names = lists.announced.flat();
    lists.announced = [];
    if (!isMember(member)) return;
    const unknown = names.filter((toolName) => catalog.nameOf(serverId, toolName) === undefined);
    if (unknown.length > 0) tell(serverId, catalog.apply(serverId, unknown, []));
  };

  return {
    catchUp,
    learn(member, tools) {
      const { serverId } = member;
      if (isMember(member)) tell(serverId, catalog.replace(serverId, tools));
      // A list that was read before the announcement does not have them.
      catchUp(member);
    },
    announce(member, { added, removed, changed }) {
      const { serverId, lists } = member;
      if (!isMember(member)) return;
      // The list brings them with everything about them.
      if (lists.open > 0 && removed.length + changed.length === 0) {
        lists.announced.push(added);
        return;
      }
      const change = catalog.apply(serverId, added, removed);
      const renamed = changed.map((toolName) => catalog.nameOf(serverId, toolName));
      tell(
        serverId,
        change,
        renamed.filter((name) => name !== undefined),
      );
    },
    forget: (serverId) => tell(serverId, catalog.replace(serverId, [])),
  };
}
