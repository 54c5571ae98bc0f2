import type { ViewHostContext, ViewSessionInit } from "@x/ui-resources";
import { displayModesOf } from "./host-context.ts";
import { handlersOf } from "./mcp-view-broker.ts";
import type { McpViewElement } from "./mcp-view-element.ts";
import { type McpViewSession, viewTool } from "./mcp-view-session.ts";

/** What a session is made of, from what a page has set. */
export function sessionInit(
  element: McpViewElement,
  { record, document, tool, tools, restore }: McpViewSession,
  instance: string,
  hostContext: ViewHostContext,
): ViewSessionInit {
  const { broker = {}, draft, grants = [], hostInfo, limits, policy } = element;
  const granted = Object.entries(document?.permissions ?? {}).filter(([name]) =>
    grants.some((grant) => grant === name),
  );
  return {
    instance,
    serverId: record.serverId ?? "",
    tool: tool ? viewTool(tool) : { name: record.toolName ?? record.uri },
    hostInfo: hostInfo ?? { name: "@x/ui-view", version: "0.1.0" },
    hostContext: { displayMode: "inline", ...hostContext },
    handlers: handlersOf(broker, displayModesOf(element)),
    sandbox: { ...(document?.csp && { csp: document.csp }), permissions: Object.fromEntries(granted) },
    draft,
    restore,
    ...(tools && { tools: tools.map(viewTool) }),
    ...(record.toolCallId !== undefined && { toolCallId: record.toolCallId }),
    ...(limits && { limits }),
    ...(policy && { policy }),
  };
}
