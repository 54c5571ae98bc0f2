import { type McpTool, nearestNames, ToolNotFoundError } from "@x/mcp";
import type { DrawioView } from "../contract/diagram.ts";
import { toErrorView } from "../live/error-view.ts";
import type { ServerFleet } from "../servers/server-fleet.ts";
import { drawioServerId } from "./drawio-server.ts";
import { type DrawioSettings, drawioHowTo } from "./drawio-settings.ts";

/** draw.io as it stands: whether it is there, with which tool, and what is wrong. */
export interface Drawio extends Disposable {
  readonly view: DrawioView;
  /** The model's name for the tool that draws, once it is known to be there. */
  readonly tool: string | undefined;
  on(handler: (view: DrawioView) => void): () => void;
}

/** Follows draw.io's server. `problem` is what was wrong with its variables; then there is no server. */
export function followDrawio(
  fleet: ServerFleet,
  settings: DrawioSettings | undefined,
  problem?: unknown,
): Drawio {
  const handlers = new Set<(view: DrawioView) => void>();
  let tool: string | undefined;
  let wrong = problem;

  const publish = (): void => {
    for (const handler of handlers) handler(view());
  };
  const learn = (tools: readonly McpTool[]): void => {
    if (settings === undefined) return;
    const own = tools.filter(({ serverId }) => serverId === drawioServerId);
    const found = own.find(({ serverToolName }) => serverToolName === settings.tool);
    tool = found?.name;
    wrong = found === undefined ? notFound(settings.tool, own) : undefined;
    publish();
  };
  const view = (): DrawioView => ({
    enabled: settings !== undefined,
    ...(settings === undefined ? {} : { serverId: drawioServerId, via: settings.via }),
    ...(tool === undefined ? {} : { tool }),
    ...(wrong === undefined ? {} : { problem: toErrorView(wrong) }),
    howTo: drawioHowTo,
  });
  const offState = fleet.pool.on("state", ({ serverId, change }) => {
    if (serverId !== drawioServerId || change.state !== "disconnected" || change.error === undefined) return;
    // It could not be installed, or does not start.
    tool = undefined;
    wrong = change.error;
    publish();
  });
  const off = fleet.pool.on("tools", ({ serverId }) => {
    if (serverId !== drawioServerId) return;
    // The list was just read, so this asks nobody; a server that is gone again tells so by itself.
    fleet.pool.connect({ serverId }).then(learn, () => undefined);
  });
  return {
    get view() {
      return view();
    },
    get tool() {
      return tool;
    },
    on(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    [Symbol.dispose]() {
      off();
      offState();
      handlers.clear();
    },
  };
}

function notFound(toolName: string, tools: readonly McpTool[]): ToolNotFoundError {
  const names = tools.map(({ serverToolName }) => serverToolName);
  const near = nearestNames(toolName, names);
  // A name that is like none of them: all there are help more than nothing.
  const nearest = near.length > 0 ? near : names.slice(0, 5);
  return new ToolNotFoundError({ toolName, where: "server", serverId: drawioServerId, nearest });
}
