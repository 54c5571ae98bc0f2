import type { UsableTool } from "./inspect-tool.ts";

/** What a new list has that the old one had not, and the other way round, by name. */
export interface ToolDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** Compares two lists. A tool whose keys merely changed their order counts as changed: nothing is lost by that. */
export function diffTools(
  before: ReadonlyMap<string, UsableTool>,
  after: ReadonlyMap<string, UsableTool>,
): ToolDiff {
  // A first list, and it may be long.
  if (before.size === 0) return { added: [...after.keys()], changed: [], removed: [] };
  const added: string[] = [];
  const changed: string[] = [];
  for (const [name, { tool }] of after) {
    const old = before.get(name);
    if (old === undefined) added.push(name);
    else if (JSON.stringify(old.tool) !== JSON.stringify(tool)) changed.push(name);
  }
  return { added, changed, removed: [...before.keys()].filter((name) => !after.has(name)) };
}
