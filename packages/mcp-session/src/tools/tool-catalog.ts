import type { McpEventBody, McpQuarantinedTool, McpTool } from "@x/mcp-core";
import type { UsableTool } from "./inspect-tool.ts";
import { emptyToolList, type ToolList } from "./read-tool-list.ts";
import { diffTools, type ToolDiff } from "./tool-diff.ts";

/** The last tool list of a server, kept over reconnects. */
export interface ToolCatalog {
  readonly tools: readonly McpTool[];
  readonly quarantined: readonly McpQuarantinedTool[];
  /** Grows with every list that differs from the one before. */
  readonly revision: number;
  get(name: string): UsableTool | undefined;
  names(): Iterable<string>;
  /**
   * Takes over a new list, unless a newer one is there. `publish` tells what changed, at the caller's moment.
   */
  take(list: ToolList, ticket: number): { publish(): void };
  /** A ticket for a list that is about to be read: of two lists the one that was asked for later is the newer. */
  ticket(): number;
}

/** More tools than this are not remembered as warned about: a server that invents names must not fill the memory. */
const maxWarned = 10_000;

/**
 * Makes the catalog. It tells of the difference between two lists in one event, and of everything odd about a tool
 * once per tool and kind, not once per list.
 */
export function createToolCatalog(emit: (body: McpEventBody) => void): ToolCatalog {
  const warned = new Set<string>();
  let list: ToolList = emptyToolList;
  let tools: readonly McpTool[] = [];
  let tickets = 0;
  let taken = 0;
  let revision = 0;

  const once = (key: string, body: () => McpEventBody): void => {
    if (warned.has(key) || warned.size >= maxWarned) return;
    warned.add(key);
    emit(body());
  };

  const report = (next: ToolList): void => {
    for (const tool of next.quarantined)
      once(`${tool.reason} ${tool.name ?? ""} ${tool.detail}`, () => ({ type: "quarantine", tool }));
    for (const { tool, oddities } of next.odd)
      for (const oddity of oddities)
        once(`odd ${tool.name} ${oddity}`, () => ({
          type: "warning",
          code: "odd-tool",
          message: `Tool "${tool.name}" stays usable, but ${oddity}, so that is left out.`,
        }));
    for (const { code, message } of next.warnings) emit({ type: "warning", code, message });
  };

  return {
    get tools() {
      return tools;
    },
    get quarantined() {
      return list.quarantined;
    },
    get revision() {
      return revision;
    },
    get: (name) => list.usable.get(name),
    names: () => list.usable.keys(),
    ticket: () => ++tickets,
    take(next, ticket) {
      if (ticket < taken) return { publish: () => undefined };
      taken = ticket;
      const diff = diffTools(list.usable, next.usable);
      const differs = diff.added.length + diff.removed.length + diff.changed.length > 0;
      if (differs) revision++;
      const usable = keepUnchanged(list.usable, next.usable, diff);
      list = { ...next, usable };
      tools = usable === next.usable ? next.tools : Array.from(usable.values(), ({ tool }) => tool);
      return {
        publish() {
          report(next);
          if (differs) emit({ type: "tools", ...diff });
        },
      };
    },
  };
}

/** A tool that did not change stays the same object, and so keeps what was compiled for it. */
function keepUnchanged(
  before: ReadonlyMap<string, UsableTool>,
  after: ReadonlyMap<string, UsableTool>,
  diff: ToolDiff,
): ReadonlyMap<string, UsableTool> {
  if (before.size === 0) return after;
  const changed = new Set([...diff.added, ...diff.changed]);
  const usable = new Map<string, UsableTool>();
  for (const [name, entry] of after) {
    const old = changed.has(name) ? undefined : before.get(name);
    usable.set(name, old === undefined ? entry : { ...entry, tool: old.tool });
  }
  return usable;
}
