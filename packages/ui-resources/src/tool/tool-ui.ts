import type { UiProblem } from "../data/ui-problem.ts";

/** Who may call a tool: the model, or the views of the same server. */
export type UiAudience = "model" | "app";

/**
 * In which words the UI was declared: `_meta.ui` of MCP Apps, the flat `_meta["ui/resourceUri"]` that its first
 * drafts had and servers still send, or the `openai/…` keys that came before it.
 */
export type UiDialect = "apps" | "apps-flat" | "openai";

/** What `_meta` of a tool says about UI. */
export interface ToolUi {
  /** The document that shows the tool's results. */
  readonly resourceUri?: string;
  /** Absent in the declaration means both; whoever an explicit list does not name is denied. */
  readonly visibility: readonly UiAudience[];
  readonly dialect?: UiDialect;
  /** What was ignored. Never a reason to drop the tool. */
  readonly problems: readonly UiProblem[];
}
