import { type McpTransportPool, readResource } from "@x/mcp";
import { extractUiResources, resolveUiDocument } from "@x/ui-resources";
import type { McpViewSession } from "@x/ui-view";
import type { OfficialApp } from "./official-apps.ts";
import type { ServedView } from "./sandbox-origin.ts";

/** What a host knows of an app once its tool was called: everything `<mcp-view>` takes, and the document. */
export interface CalledApp {
  readonly view: ServedView;
  readonly session: McpViewSession;
}

/** Calls the app's tool and reads its UI, as a host does: list, call, extract, read, resolve. */
export async function callApp(pool: McpTransportPool, app: OfficialApp): Promise<CalledApp> {
  const { server, tool: toolName, args = {} } = app;
  const tools = (await pool.listTools()).filter(({ serverId }) => serverId === server);
  const tool = tools.find(({ serverToolName }) => serverToolName === toolName);
  if (tool === undefined) throw new Error(`${server} has no tool ${toolName}.`);
  const result = await pool.callTool(tool.name, args);
  const [record] = extractUiResources(result, { serverId: server, tool }).resources;
  if (record === undefined) throw new Error(`${server} has no UI.`);
  const contents = await readResource(pool, record.uri, { serverId: server });
  const resolved = await resolveUiDocument({ contents }, record.uri);
  if (!resolved.ok) throw new Error(resolved.problem.message);
  const [item] = contents;
  // The page needs to know everything of the document but its text.
  const { html: text, ...document } = resolved.document;
  return {
    view: { uri: document.uri, mimeType: document.mimeType, text, _meta: item?._meta },
    session: {
      record,
      document,
      tool,
      tools,
      toolInput: args,
      toolResult: result.raw,
    },
  };
}
