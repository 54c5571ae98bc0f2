import type { TimelessEvent } from "./drive-session.ts";
import { type McpViewSession, type McpViewTool, viewTool } from "./mcp-view-session.ts";

/** What a view was told already. */
export interface FedData {
  readonly toolInput?: unknown;
  readonly toolResult?: unknown;
  readonly toolCancelled?: unknown;
}

/**
 * Finds what is new in a session, so that a page may hand in the same data as often as it likes: each thing of a tool
 * call is told once, in the order of the specification.
 */
export function createFeed(told: FedData, tools: readonly McpViewTool[] | undefined): SessionFeed {
  let partial: string | undefined;
  let hasInput = told.toolInput !== undefined;
  let hasEnd = told.toolResult !== undefined || told.toolCancelled !== undefined;
  let listed = JSON.stringify(tools);

  return (next) => {
    const events: TimelessEvent[] = [];
    const ends = next.toolResult !== undefined || next.toolCancelled !== undefined;
    const written = JSON.stringify(next.toolInputPartial);
    if (!hasInput && next.toolInput === undefined && !ends && written !== partial) {
      partial = written;
      events.push({ type: "tool-input-partial", arguments: next.toolInputPartial });
    }
    if (!hasInput && (next.toolInput !== undefined || next.toolResult !== undefined)) {
      hasInput = true;
      events.push({ type: "tool-input", arguments: next.toolInput ?? {} });
    }
    if (!hasEnd && ends) {
      hasEnd = true;
      const { reason } = next.toolCancelled ?? {};
      events.push(
        next.toolResult === undefined
          ? { type: "tool-cancelled", ...(reason !== undefined && { reason }) }
          : { type: "tool-result", result: next.toolResult },
      );
    }
    const list = JSON.stringify(next.tools);
    if (list !== listed && next.tools !== undefined)
      events.push({ type: "list-changed", list: "tools", tools: next.tools.map(viewTool) });
    listed = list;
    return events;
  };
}

/** The events that tell what is new. */
export type SessionFeed = (next: McpViewSession) => readonly TimelessEvent[];
