import type { McpViewErrorReason, McpViewPhase } from "./mcp-view-events.ts";

/** What the page around a view says; the user reads it. */
export interface ViewLabels {
  /** While a view loads; default `Loading…`. */
  readonly loading: string;
  /** The button that ends the fullscreen display; default `Close`. */
  readonly close: string;
  /** Why there is no view; by default a sentence that names the phase and the reason. */
  failed(phase: McpViewPhase, reason: McpViewErrorReason): string;
}

/** The words where a page has none of its own. */
export function defaultLabels(labels: Partial<ViewLabels> = {}): ViewLabels {
  return {
    loading: "Loading…",
    close: "Close",
    failed: (phase, reason) =>
      `This view cannot be shown (phase: ${phase}, reason: ${reason}). Here is the answer as text.`,
    ...labels,
  };
}
