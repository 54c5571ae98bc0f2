import type { McpState } from "@x/mcp";
import type { JSX } from "preact";

/** A server's state as a word with a coloured dot. */
export function StateBadge({ state }: { readonly state: McpState }): JSX.Element {
  return (
    <span class="state" data-state={state}>
      {state}
    </span>
  );
}
