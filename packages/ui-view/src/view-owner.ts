import type { McpViewElement } from "./mcp-view-element.ts";
import type { ViewShell } from "./view-shell.ts";

/** Who shows a view; another element can take over one that was parked. */
export interface ViewOwner {
  readonly element: McpViewElement;
  readonly shell: ViewShell;
}
