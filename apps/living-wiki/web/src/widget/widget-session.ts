import type { McpViewSession } from "@x/ui-view";
import type { WidgetView } from "../../../src/contract/widget.ts";

/** A widget in the words of the element. */
export function toSession(widget: WidgetView, title: string): McpViewSession {
  const { record, document, tool, tools, toolInput, toolResult, serverId } = widget;
  const facts = { record, document, tool, tools, toolInput, toolResult };
  // What the app sends is what `@x/ui-resources` made of it, after a way through JSON.
  return { ...(facts as unknown as McpViewSession), serverName: serverId, title };
}
