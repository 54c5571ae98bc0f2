import type { ViewHostContext, ViewSessionInit } from "@x/ui-resources";
import { displayModesOf } from "./host-context.ts";
import { handlersOf } from "./mcp-view-broker.ts";
import type { McpViewElement } from "./mcp-view-element.ts";
import { type McpViewSession, viewTool } from "./mcp-view-session.ts";
import { grantedTo } from "./view-frame.ts";

/** What a session is made of, from what a page has set. */
export function sessionInit(
  element: McpViewElement,
  session: McpViewSession,
  instance: string,
  hostContext: ViewHostContext,
): ViewSessionInit {
  const { record, document, tool, tools, restore } = session;
  const { broker = {}, draft, grants, hostInfo, limits, policy } = element;
  return {
    instance,
    serverId: record.serverId ?? "",
    tool: tool ? viewTool(tool) : { name: record.toolName ?? record.uri },
    hostInfo: hostInfo ?? { name: "@x/ui-view", version: "0.1.0" },
    hostContext: { displayMode: "inline", ...hostContext },
    handlers: handlersOf(broker, displayModesOf(element)),
    sandbox: { ...(document?.csp && { csp: document.csp }), permissions: grantedTo(session, grants) },
    draft,
    restore,
    ...(tools && { tools: tools.map(viewTool) }),
    ...(record.toolCallId !== undefined && { toolCallId: record.toolCallId }),
    ...(limits && { limits }),
    ...(policy && { policy }),
  };
}
